import type { CaseContext, Controls } from '../checks/context.ts'
import { type ConnectorDriver, driveConnector } from '../checks/connector-driver.ts'
import type { Case } from '../checks/define.ts'
import { controlDestination, type DestinationControl } from '../checks/destination-control.ts'
import { execute, outcomeOfThrown, whyStopped } from '../checks/execute.ts'
import { type Fact, type Facts, known, require, type Unknown, unknown } from '../checks/facts.ts'
import { newWorkspaceId } from '../checks/identity.ts'
import type { Operation } from '../checks/operation.ts'
import { eachOf } from '../checks/poll.ts'
import type { ProfileInput } from '../checks/profile-input.ts'
import { randomOf } from '../checks/random.ts'
import { Inconclusive, type Level, type Outcome } from '../checks/verdict.ts'
import { type Manifest, readManifest } from '../protocol/index.ts'
import { ConfigurationError, type ProcessControl } from '../target/index.ts'
import type { RunEvent } from './event.ts'
import type { OpenTarget } from './open-target.ts'
import type { Plan } from './plan.ts'
import { calibrate, chooseProfiles, connectFirst, readFirstManifest, Unreachable } from './prepare.ts'
import type { CaseResult } from './result.ts'
import { logSearch } from './search-logs.ts'

export interface RunOptions {
  readonly target: OpenTarget
  readonly plan: Plan
  readonly seed: number
  /** The weakest level among the requirements that a case cites. */
  readonly levelOf: (subject: Case) => Level
  readonly signal: AbortSignal
  readonly emit: (event: RunEvent) => void
}

/** One execution of a plan: prepares, runs every case in order, judges all operations once more at the end. */
export async function run(options: RunOptions): Promise<readonly CaseResult[]> {
  const { plan, emit, signal } = options
  const session = openSession(options)
  let unreachable: Outcome | undefined
  try {
    await session.prepare()
  } catch (thrown) {
    if (thrown instanceof ConfigurationError) throw thrown
    unreachable =
      thrown instanceof Unreachable
        ? { verdict: 'inconclusive', reason: thrown.message }
        : outcomeOfThrown(thrown, signal)
  }
  const results: CaseResult[] = []
  const planned = plan.cases.flatMap((subject) => session.instances(subject))
  for (const [index, { subject, profile }] of planned.entries()) {
    const name = profile === undefined ? {} : { profile: profile.profile.id }
    emit({ type: 'case-began', id: subject.id, ...name, index, of: planned.length })
    const began = performance.now()
    const outcome =
      unreachable ??
      (signal.aborted
        ? ({ verdict: 'inconclusive', reason: whyStopped(signal) } as const)
        : await session.run(subject, profile, index))
    const result: CaseResult = {
      id: subject.id,
      check: subject.id.split('/')[0] ?? '',
      title: subject.title,
      ...name,
      level: options.levelOf(subject),
      requirements: subject.requirements,
      outcome,
      millis: performance.now() - began,
    }
    results.push(result)
    emit({ type: 'case-ended', result })
  }
  if (!unreachable && !signal.aborted) await session.judgeAgain(results, emit)

  return results
}

interface Instance {
  readonly subject: Case
  readonly profile: ProfileInput | undefined
}

interface Session {
  prepare(): Promise<void>
  /** A case once, or once for each profile driven. */
  instances(subject: Case): readonly Instance[]
  run(subject: Case, profile: ProfileInput | undefined, index: number): Promise<Outcome>
  /** Writes may come late: every operation is counted and judged once more, and a pass may turn into a fail. */
  judgeAgain(results: CaseResult[], emit: RunOptions['emit']): Promise<void>
}

function openSession({ target, seed, signal, emit }: RunOptions): Session {
  const { configuration, history, secrets, observations, logs } = target
  const process = target.process && afterEachStart(target.process, () => rereadManifest())
  const workspaceId = configuration.connection.workspaceId ?? newWorkspaceId()
  const notYet = unknown('the preparation of the run did not get this far')
  let manifest: Fact<Manifest> = notYet
  let connectionRef: Fact<string> = notYet
  let baseline: Fact<number> = notYet
  let workspaceRefused: Unknown | undefined
  let profiles: readonly ProfileInput[] = []
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

  const drive = (index: number): ConnectorDriver =>
    driveConnector({
      wire: target.wire,
      token: target.token,
      facts,
      history,
      secrets,
      signal,
      registered: (operation) => {
        target.markers.set(operation.marker, operation.id)
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

  const available: Partial<Controls> = {
    ...(process ? { process } : {}),
    ...(destination ? { destination } : {}),
    ...(logs ? { logs } : {}),
  }
  const searchLogs = logs
    ? logSearch(logs, process, secrets)
    : () => Promise.reject(new Inconclusive('the harness cannot read what this connector logs'))

  const contextFor = (subject: Case, profile: ProfileInput | undefined, index: number): CaseContext & Partial<Controls> => ({
    ...available,
    connector: drive(index),
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
    builtinProviders: configuration.builtinProviders,
    available,
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
        if (!baseline.known) note(baseline.reason)
      }
      learnSecrets()
      emit({ type: 'prepared', ...learned(target, manifest, profiles) })
    },

    instances: (subject) =>
      subject.each === 'profile' && profiles.length > 0
        ? profiles.map((profile) => ({ subject, profile }))
        : [{ subject, profile: undefined }],

    async run(subject, profile, index) {
      const outcome = await execute(subject, contextFor(subject, profile, index))
      learnSecrets()
      const exit = process?.unexpectedExit()
      const down = process !== undefined && !process.running && !subject.needs.includes('logs')
      if (down && !signal.aborted) {
        try {
          await process.start()
        } catch (thrown) {
          note(`the connector could not be started again: ${thrown instanceof Error ? thrown.message : ''}`)
        }
      }
      return exit ? blameExit(outcome, exit) : outcome
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
          const late: CaseResult = { ...result, outcome: { ...outcome, actual: `${outcome.actual}, seen after the case had ended` } }
          results[index] = late
          tell({ type: 'case-ended', result: late })
        }
      })
    },
  }
}

/** The operations of the preparation belong to no case. */
const preparation = -1

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
function blameExit(outcome: Outcome, exit: { readonly code: number | null; readonly signal: string | null }): Outcome {
  if (outcome.verdict === 'fail' || outcome.verdict === 'error') return outcome
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

