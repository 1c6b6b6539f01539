import type { CaseContext, Controls } from '../checks/context.ts'
import { type ConnectorDriver, driveConnector } from '../checks/connector-driver.ts'
import type { Case } from '../checks/define.ts'
import { controlDestination, type DestinationControl } from '../checks/destination-control.ts'
import { execute, outcomeOfThrown } from '../checks/execute.ts'
import { type Fact, type Facts, known, require, type Unknown, unknown } from '../checks/facts.ts'
import { newWorkspaceId } from '../checks/identity.ts'
import type { Operation } from '../checks/operation.ts'
import { eachOf } from '../checks/poll.ts'
import type { ProfileInput } from '../checks/profile-input.ts'
import { randomOf } from '../checks/random.ts'
import { Inconclusive, type Outcome } from '../checks/verdict.ts'
import { type Manifest, readManifest } from '../protocol/index.ts'
import type { ProcessControl } from '../target/index.ts'
import type { RunEvent } from './event.ts'
import type { OpenTarget } from './open-target.ts'
import { heldApart } from './held-apart.ts'
import type { Meeting } from './meeting.ts'
import { calibrate, chooseProfiles, connectFirst, readFirstManifest } from './prepare.ts'
import type { CaseResult } from './result.ts'
import type { RunOptions } from './run.ts'
import { logSearch } from './search-logs.ts'

import { sharedDestination, sharedProcess } from './shared-controls.ts'

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
  /** A case once, or once for each profile driven. */
  instances(subject: Case): readonly Instance[]
  /** `meeting` joins it with the cases of its batch. */
  run(instance: Instance, index: number, meeting: Meeting): Promise<Outcome>
  /** Why the connector ended without being told to, since this was last asked; it is started again. */
  endedByItself(subject: Case): Promise<Outcome | undefined>
  /** Writes may come late: every operation is counted and judged once more, and a pass may turn into a fail. */
  judgeAgain(results: CaseResult[], emit: RunOptions['emit']): Promise<void>
}

export function openSession({ target, seed, signal, emit, timing = false }: RunOptions): Session {
  const { configuration, history, secrets, observations, logs } = target
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

  const drive = (index: number, during = 'preparation'): ConnectorDriver =>
    driveConnector({
      wire: target.wire,
      token: target.token,
      facts,
      history,
      secrets,
      signal,
      registered: (operation) => {
        target.markers.set(operation.marker, operation.id)
        target.owners.set(operation.id, during)
        for (const marker of [operation.marker, operation.id]) target.destination?.gate.watch(operation.id, marker)
        operations.set(index, [...(operations.get(index) ?? []), operation])
      },
    })

  const destination: DestinationControl | undefined = target.destination
    ? controlDestination({
        gate: target.destination.gate,
        witness: target.destination.witness,
        history,
        secrets,
        connectorTokenArrived: target.destination.tokenArrived,
        baseline: () => baseline,
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
    signal,
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
        if (left.length > 0) note(`output profiles not driven: ${left.join(', ')}`)
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

    async run(instance, index, meeting) {
      const { subject } = instance
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

    async judgeAgain(results, tell) {
      if (!destination || !baseline.known) return
      const passed = [...operations].filter(([index]) => results[index]?.outcome.verdict === 'pass')
      const last = passed.flatMap(([index, all]) => all.map((operation) => ({ index, operation })))
      await eachOf(last, 8, async ({ index, operation }) => {
        const result = results[index]
        if (result?.outcome.verdict !== 'pass') return
        try {
          await destination.count(operation)
          destination.expectSound(operation)
        } catch (thrown) {
          const outcome = outcomeOfThrown(thrown, signal)
          if (outcome.verdict !== 'fail') return
          const late: CaseResult = {
            ...result,
            outcome: { ...outcome, actual: `${outcome.actual}, seen after the case had ended` },
          }
          results[index] = late
          tell({ type: 'case-ended', result: late })
        }
      })
    },
  }
}

const undecided = ({ reason, enable }: Unknown): Outcome => ({
  verdict: 'inconclusive',
  reason,
  ...(enable === undefined ? {} : { enable }),
})

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
