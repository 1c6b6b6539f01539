import process from 'node:process'
import { startDestination } from '../fixtures/index.ts'
import type { SecretBook } from '../harness/checks/secret-book.ts'
import { Inconclusive } from '../harness/checks/verdict.ts'
import {
  type CaseResult,
  countVerdicts,
  exitCode,
  isInRealTime,
  levelOf,
  openTarget,
  type Plan,
  run,
  type RunEvent,
  type Simulators,
} from '../harness/run/index.ts'
import { loadHandlers } from '../harness/faults/index.ts'
import { type Configuration, connectionRefused, type RequestPattern, type Witness } from '../harness/target/index.ts'
import { requirements } from '../suites/index.ts'
import { concealed, concealedNow } from './conceal.ts'
import { claimOutFolder } from './out-folder.ts'
import { present } from './present.ts'
import type { RecordedTarget } from './recorded-target.ts'
import type { RunSettings } from './run-options.ts'
import { UsageError } from './usage-error.ts'
import { version } from './version.ts'

/** Runs `work` with a signal that Ctrl-C and SIGTERM abort; a second Ctrl-C ends the process at once. */
export async function interruptible(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const stop = new AbortController()
  const onSignal = (): void => {
    // What we started is killed by the watchdog as soon as we are gone.
    if (stop.signal.aborted) process.exit(130)
    process.stderr.write('\ntouchstone: stopping; Ctrl-C again to leave at once\n')
    stop.abort(new Inconclusive('the run was interrupted'))
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, onSignal)
  try {
    return await work(stop.signal)
  } finally {
    for (const signal of signals) process.off(signal, onSignal)
  }
}

export interface DriveOptions {
  readonly configuration: Configuration
  readonly plan: Plan
  readonly settings: RunSettings
  /** How this target is reached again. */
  readonly recorded: RecordedTarget
  readonly signal: AbortSignal
  /** Where the report goes; standard output unless told. */
  readonly print?: (text: string) => void
}

/** What a run has shown, for whoever makes something of it. */
export interface Driven {
  readonly code: number
  readonly results: readonly CaseResult[]
  /** Neither interrupted nor past its deadline. */
  readonly complete: boolean
  readonly timeScale: number
  /** Ids of the profiles that were driven. */
  readonly profiles: readonly string[]
  readonly witness?: Witness['name']
  /** The request that creates an item, as far as the gate knows it. */
  readonly write?: RequestPattern
  readonly secrets: SecretBook
}

/** One run from an open target to its exit code, with its reports. */
export const drive = async (options: DriveOptions): Promise<number> => (await driveThrough(options)).code

/** The same, with everything that a record is made of. */
export async function driveThrough(options: DriveOptions): Promise<Driven> {
  const { configuration, plan, settings, signal } = options
  const deadlineMs = settings.deadlineMs ?? configuration.deadlineMs
  const deadline = new AbortController()
  const timer = setTimeout(() => {
    deadline.abort(
      new Inconclusive(`the run's deadline of ${deadlineMs / 1000} s passed; raise deadline_s or --deadline`),
    )
  }, deadlineMs)
  const presenter = present(settings, plan, options.recorded, options.print)
  const began = performance.now()
  try {
    const events: RunEvent[] = []
    let profiles: readonly string[] = []
    let during = 'preparation'
    let shown = (event: RunEvent): RunEvent => event
    const emit = (event: RunEvent): void => {
      if (event.type === 'case-began') during = event.id
      if (event.type === 'prepared') profiles = event.profiles
      events.push(event)
      presenter.onEvent(shown(event))
    }
    const bounded = AbortSignal.any([signal, deadline.signal])
    await using _folder = await claimOutFolder(settings.out, settings.shownOut)
    await expectDestination(configuration)
    await using target = await openTarget(configuration, {
      environment: process.env,
      simulators,
      // What concerns the whole target belongs to the case that began last, or to its batch.
      recorded: (event, owner = during) => emit({ type: 'history', during: owner, event }),
    })
    shown = (event) => concealedNow(event, target.secrets)
    // Nothing else would end a start that is being waited for.
    if (configuration.process?.kind === 'own') {
      bounded.addEventListener('abort', () => target.process?.killNow(), { once: true })
    }
    emit({
      type: 'run-began',
      harness: version(),
      node: process.version,
      seed: settings.seed,
      plan: { digest: plan.digest, cases: plan.cases.length, full: plan.full },
      connector: configuration.connector.url,
      controls: (['process', 'destination', 'logs'] as const).filter((control) => target[control] !== undefined),
      ...(isInRealTime(target) ? {} : { timeScale: target.timeScale }),
    })
    const results = await run({
      target,
      plan,
      seed: settings.seed,
      timing: settings.timing,
      levelOf: (subject) => levelOf(subject, requirements),
      signal: bounded,
      emit,
    })
    // Now, and not after the reports have been written: nothing that comes later takes anything away from the run.
    const interrupted = signal.aborted
    const complete = !bounded.aborted
    const code = exitCode(results, { interrupted, complete, harnessFailed: false })
    emit({
      type: 'run-ended',
      counts: countVerdicts(results),
      exitCode: code,
      complete: plan.full && complete,
      millis: performance.now() - began,
      planDigest: plan.digest,
    })
    const told = events.map((event) => concealed(event, target.secrets))
    const { destination, timeScale, secrets } = target
    const write = destination?.gate.learned.write
    return {
      code: await presenter.finish(told, secrets, code),
      results,
      complete,
      timeScale,
      profiles,
      secrets,
      ...(destination ? { witness: destination.witness.name } : {}),
      ...(write ? { write } : {}),
    }
  } finally {
    clearTimeout(timer)
    presenter.clear()
  }
}

/** A destination that is not there when the run begins is the operator's to mend; the connector must not be blamed for it. */
export async function expectDestination({ destination }: Configuration): Promise<void> {
  const from = destination?.from
  if (from?.kind === 'upstream' && (await connectionRefused(from.url))) {
    throw new UsageError(`nobody listens at ${from.url}: start the destination, or mend destination.upstream`)
  }
  if (from?.kind !== 'handlers') return
  await loadHandlers(from.file).catch((error: unknown) => {
    throw new UsageError(`destination.handlers: ${error instanceof Error ? error.message : String(error)}`)
  })
}

/** What `destination: { simulate: … }` names. */
export const simulators: Simulators = {
  generic: ({ token }) => startDestination({ token, unique: true }),
}
