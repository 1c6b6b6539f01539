import { boundsAt } from '../checks/bounds.ts'
import type { CaseContext, Controls } from '../checks/context.ts'
import { type ConnectorDriver, driveConnector } from '../checks/connector-driver.ts'
import type { Case } from '../checks/define.ts'
import { controlDestination, type DestinationControl } from '../checks/destination-control.ts'
import { execute, outcomeOfThrown } from '../checks/execute.ts'
import { type Fact, type Facts, known, require, type Unknown, unknown } from '../checks/facts.ts'
import { newWorkspaceId } from '../checks/identity.ts'
import { is2xx } from '../checks/observations.ts'
import type { Operation } from '../checks/operation.ts'
import { ask, eachOf } from '../checks/poll.ts'
import type { ProfileInput } from '../checks/profile-input.ts'
import { randomOf } from '../checks/random.ts'
import { Inconclusive, type Outcome } from '../checks/verdict.ts'
import { type Manifest, readManifest } from '../protocol/index.ts'
import type { ProcessControl } from '../target/index.ts'
import { aftermath } from './aftermath.ts'
import type { RunEvent } from './event.ts'
import type { OpenTarget } from './open-target.ts'
import { heldApart } from './held-apart.ts'
import type { Meeting } from './meeting.ts'
import { calibrate, chooseProfiles, connectFirst, readFirstManifest } from './prepare.ts'
import { readyAgain } from './ready-again.ts'
import type { CaseResult } from './result.ts'
import { revived } from './revived.ts'
import type { RunOptions } from './run.ts'
import { logSearch } from './search-logs.ts'
import { sharedDestination, sharedProcess } from './shared-controls.ts'
import { writeSeen } from './write-seen.ts'

/** A case, for one profile where it runs once for each. */
export interface Instance {
  readonly subject: Case
  readonly profile: ProfileInput | undefined
}

/** One run in progress: what was learned, and the contexts of its cases. */
export interface Session {
  prepare(): Promise<void>
  /** Whether operations that are held at the same time do not hold up each other; otherwise nothing runs together. */
  readonly runsTogether: boolean
  /** It was seen to send a request to its destination on a connection that it had used before (R23c). */
  readonly reusesConnections: boolean
  /** It has answered 429 to somebody. */
  readonly turnsAway: boolean
  /** A case once, or once for each profile driven. */
  instances(subject: Case): readonly Instance[]
  /** `meeting` joins it with the cases of its batch. */
  run(instance: Instance, index: number, meeting: Meeting): Promise<Outcome>
  /** Why the connector ended without being told to, since this was last asked; it is started again. */
  endedByItself(subject: Case): Promise<Outcome | undefined>
  /** After an outage: starts a connector anew that is not ready any more, where that is ours to do; see {@link readyAgain}. */
  readyAgain(): Promise<void>
  /** Whether it is ready at this moment. */
  isReady(): Promise<boolean>
  /** Whether it is ready, now or once it was started anew where that is ours to do; see {@link revived}. */
  revived(): Promise<boolean>
  /**
   * The outcome of a case with everything it wanted to look at again ({@link CaseContext.watch}): right now, for one whose
   * verdict cannot wait for that.
   */
  settled(index: number, outcome: Outcome): Promise<Outcome>
  /** What passed cases wanted to look at again ({@link CaseContext.watch}); before anything may lock us out. */
  watchOn(results: CaseResult[], emit: RunOptions['emit']): Promise<void>
  /**
   * Writes may come late: every operation is counted and judged once more, and a pass may turn into a fail, or be undecided
   * when that is not possible any more.
   */
  judgeAgain(results: CaseResult[], emit: RunOptions['emit']): Promise<void>
}

export function openSession({ target, seed, signal, emit, timing = false, given }: RunOptions): Session {
  const { configuration, history, secrets, observations, logs } = target
  const bounds = boundsAt(target.timeScale)
  const process = target.process && afterEachStart(target.process, () => rereadManifest())
  const workspaceId = configuration.connection.workspaceId ?? newWorkspaceId()
  const notYet = unknown('the preparation of the run did not get this far')
  let manifest: Fact<Manifest> = notYet
  let connectionRef: Fact<string> = notYet
  let baseline: Fact<number> = notYet
  let workspaceRefused: Unknown | undefined
  let profiles: readonly ProfileInput[] = []
  let runsTogether = false
  const operations = new Map<number, Operation[]>()
  let watches: readonly Watch[] = []
  /** Where in its operations the latest run of a case begins. */
  const firstOfRun = new Map<number, number>()

  const facts = (): Facts => ({
    manifest,
    connectionRef,
    workspaceId,
    workspaceRefused,
    undisturbedMillis: baseline.known ? baseline.value : 0,
  })

  /** R6b: a revision that does not outlive a restart is a warning, so what comes after it uses the new one. */
  const rereadManifest = async (): Promise<void> => {
    if (!manifest.known) return
    const exchange = await drive(preparation).get('manifest')
    const again = exchange.kind === 'answer' && exchange.document.ok ? readManifest(exchange.document.value) : undefined
    if (again) manifest = known(again)
  }

  const gate = target.destination?.gate
  const expectSound = async (operation: Operation): Promise<void> => {
    await destination?.count(operation)
    destination?.expectSound(operation)
  }
  const drive = (index: number, during = 'preparation'): ConnectorDriver =>
    driveConnector({
      wire: target.wire,
      token: target.token,
      facts,
      history,
      secrets,
      signal,
      bounds,
      registered: (operation) => {
        target.markers.set(operation.marker, operation.id)
        target.owners.set(operation.id, during)
        for (const marker of [operation.marker, operation.id]) target.destination?.gate.watch(operation.id, marker)
        operations.set(index, [...(operations.get(index) ?? []), operation])
      },
      ...(gate ? { writeSeen: ({ id }) => writeSeen(gate, id), expectSound } : {}),
    })

  const destination: DestinationControl | undefined = target.destination
    ? controlDestination({
        gate: target.destination.gate,
        witness: target.destination.witness,
        history,
        secrets,
        connectorTokenArrived: target.destination.tokenArrived,
        baseline: () => baseline,
        strikeWithinMs: bounds.operationWithinMs,
        signal,
      })
    : undefined

  const controls = (meeting: Meeting): Partial<Controls> => ({
    ...(process ? { process: sharedProcess(process, meeting) } : {}),
    ...(destination ? { destination: sharedDestination(destination, meeting) } : {}),
    ...(logs ? { logs } : {}),
  })
  const searchLogs = logs
    ? logSearch(logs, process, secrets)
    : () => Promise.reject(new Inconclusive('the harness cannot read what this connector logs'))

  const contextFor = (
    { subject, profile }: Instance,
    index: number,
    shared: Partial<Controls>,
  ): CaseContext & Partial<Controls> => ({
    ...shared,
    connector: drive(index, subject.id),
    get profile() {
      const chosen = profile ?? profiles[0]
      if (chosen) return chosen
      require(manifest)
      throw new Inconclusive('the manifest offers no output profile')
    },
    profiles,
    random: randomOf(seed, `${subject.id} ${profile?.profile.id ?? ''}`),
    ...(given ? { given } : {}),
    signal,
    bounds,
    watch(look) {
      watches = [...watches, { index, look, until: performance.now() + bounds.inspectForMs }]
    },
    observations,
    secrets,
    searchLogs,
    timing,
    builtinProviders: configuration.builtinProviders,
    available: shared,
  })

  /** Credentials that the connector showed to its destination; some of them change during a run. */
  const learnSecrets = (): void => {
    for (const secret of destination?.gate.learned.secrets ?? []) {
      // An idempotency key may look like a credential, and is none.
      const isOurs = [...target.markers].some(([marker, id]) => secret.includes(marker) || secret.includes(id))
      if (!isOurs) secrets.add('destination token', 'seen at the gate', secret)
    }
  }

  const note = (text: string): void => emit({ type: 'note', text })

  const takeWatches = (isMeant: (watch: Watch) => boolean): readonly Watch[] => {
    const taken = watches.filter(isMeant)
    watches = watches.filter((each) => !isMeant(each))
    return taken
  }
  const lookOn = async ({ look, until }: Watch): Promise<void> => {
    await ask(look, { withinMs: Math.max(0, until - performance.now()), signal })
  }

  const afterwards = aftermath(signal)

  return {
    async prepare() {
      for (const text of target.notes) note(text)
      signal.throwIfAborted()
      await process?.start()
      const driver = drive(preparation)
      manifest = await readFirstManifest(target, driver)
      if (manifest.known) {
        const { chosen, left } = chooseProfiles(configuration, manifest.value)
        profiles = chosen
        if (left.length > 0) note(notDriven(chosen.length, left))
        const connected = await connectFirst(target, driver, workspaceId)
        connectionRef = connected.connectionRef
        workspaceRefused = connected.refused
      } else {
        connectionRef = baseline = manifest
      }
      if (!connectionRef.known) note(connectionRef.reason)
      const [first] = profiles
      if (destination && first) {
        baseline = connectionRef.known ? await calibrate(driver, destination, first, signal) : connectionRef
        if (baseline.known) runsTogether = await heldApart(driver, destination, first, signal)
        else note(baseline.reason)
      }
      learnSecrets()
      emit({ type: 'prepared', ...learned(target, manifest, profiles) })
    },

    instances: (subject) =>
      subject.each === 'profile' && profiles.length > 0
        ? profiles.map((profile) => ({ subject, profile }))
        : [{ subject, profile: undefined }],

    get runsTogether() {
      return runsTogether
    },
    get reusesConnections() {
      return target.destination?.gate.learned.reusesConnections ?? false
    },
    get turnsAway() {
      return observations.all.some(({ exchange }) => exchange.kind === 'answer' && exchange.status === 429)
    },

    async run(instance, index, meeting) {
      const { subject } = instance
      // Of a case that is run again only the last run counts.
      takeWatches((each) => each.index === index)
      firstOfRun.set(index, operations.get(index)?.length ?? 0)
      if (destination && !subject.withoutBaseline && !baseline.known) return undecided(baseline)
      const outcome = await execute(subject, contextFor(instance, index, controls(meeting)))
      learnSecrets()
      return outcome
    },

    async endedByItself(subject) {
      // A dying process falls silent a little before the system says that it has ended.
      const last = observations.all.at(-1)?.exchange
      const isSilent = last?.kind === 'silence' && last.why !== 'given up'
      if (process?.running && isSilent) await endsWithin(process, endsWithinMs)
      const exit = process?.unexpectedExit()
      const down = process !== undefined && !process.running && !subject.needs.includes('logs')
      if (down && !signal.aborted) {
        try {
          await process.start()
        } catch (thrown) {
          note(`the connector could not be started again: ${thrown instanceof Error ? thrown.message : ''}`)
        }
      }
      return exit && outcomeOfExit(exit)
    },

    readyAgain: readyAgain({
      process,
      health: () => drive(preparation).get('health'),
      withinMs: bounds.healthSettlesWithinMs,
      signal,
      toldOf: note,
    }),

    async isReady() {
      const exchange = await drive(preparation).get('health')
      return exchange.kind === 'answer' && is2xx(exchange.status)
    },
    revived: () =>
      revived({
        process,
        health: () => drive(preparation).get('health'),
        withinMs: bounds.healthSettlesWithinMs,
        signal,
      }),

    async settled(index, outcome) {
      const due = takeWatches((each) => each.index === index)
      if (outcome.verdict !== 'pass' || due.length === 0) return outcome
      try {
        await eachOf(due, due.length, lookOn)
        for (const operation of operations.get(index)?.slice(firstOfRun.get(index)) ?? []) {
          await expectSound(operation)
        }
        return outcome
      } catch (thrown) {
        return outcomeOfThrown(thrown, signal)
      }
    },

    async watchOn(results, tell) {
      await eachOf(
        takeWatches(() => true),
        16,
        (watch) => afterwards(results, watch.index, tell, () => lookOn(watch)),
      )
    },

    async judgeAgain(results, tell) {
      if (!destination) return
      const last = [...operations].flatMap(([index, all]) => all.map((operation) => ({ index, operation })))
      await eachOf(last, 8, ({ index, operation }) =>
        afterwards(results, index, tell, async () => {
          // Where not even the first publish was seen to arrive, one that was accepted since proves nothing either.
          require(baseline)
          await expectSound(operation)
        }),
      )
    },
  }
}

const undecided = ({ reason, enable }: Unknown): Outcome => ({
  verdict: 'inconclusive',
  reason,
  ...(enable === undefined ? {} : { enable }),
})

interface Watch {
  readonly index: number
  readonly look: () => Promise<true | undefined>
  readonly until: number
}

/** R7: what is said about profiles is said about a sample of them. */
function notDriven(driven: number, left: readonly string[]): string {
  const more = left.length - namedAtMost
  const names = [...left.slice(0, namedAtMost), ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return `${driven} of ${driven + left.length} output profiles were driven; not driven: ${names}`
}

const namedAtMost = 20

/** The operations of the preparation belong to no case. */
const preparation = -1

const endsWithinMs = 500

/** Resolves when the process ends, or after the bound. */
function endsWithin(process: ProcessControl, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      stopListening()
      resolve()
    }
    const timer = setTimeout(done, withinMs)
    const stopListening = process.onExit(done)
  })
}

/** The same control, with something done once a new instance answers. */
function afterEachStart(control: ProcessControl, then: () => Promise<void>): ProcessControl {
  const start = async (): Promise<void> => {
    await control.start()
    await then()
  }
  const restart = async (): Promise<void> => {
    await control.restart()
    await then()
  }
  return Object.create(control, { start: { value: start }, restart: { value: restart } }) as ProcessControl
}

/** A connector that ends by itself while it is asked something owes an answer (§7.1.1). */
function outcomeOfExit(exit: { readonly code: number | null; readonly signal: string | null }): Outcome {
  const how = exit.signal === null ? `it ended with exit code ${exit.code}` : `it was ended by ${exit.signal}`
  // Somebody else's kill, or the system's, says nothing about the connector.
  if (exit.signal === 'SIGKILL' || exit.signal === 'SIGTERM') {
    return { verdict: 'inconclusive', reason: `the connector process did not live through this case: ${how}` }
  }
  return { verdict: 'fail', expected: 'a connector process that goes on serving', actual: how }
}

function learned(
  target: OpenTarget,
  manifest: Fact<Manifest>,
  profiles: readonly ProfileInput[],
): Omit<Extract<RunEvent, { type: 'prepared' }>, 'type'> {
  const gate = target.destination?.gate
  const write = gate?.learned.write
  return {
    ...(manifest.known
      ? {
          provider: manifest.value.provider.id,
          implementation: manifest.value.implementation_version,
          revision: manifest.value.capability_revision,
        }
      : {}),
    profiles: profiles.map(({ profile }) => profile.id),
    ...(target.destination ? { witness: target.destination.witness.name } : {}),
    ...(gate && write
      ? {
          write: `${write.method} ${write.path}`,
          writeIs: gate.learned.writeIsPinned ? 'pinned' : 'learned',
          reusesConnections: gate.learned.reusesConnections,
        }
      : {}),
  }
}
