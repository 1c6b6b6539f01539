import process from 'node:process'
import { startDestination } from '../fixtures/index.ts'
import { Inconclusive } from '../harness/checks/verdict.ts'
import {
  countVerdicts,
  exitCode,
  levelOf,
  openTarget,
  type Plan,
  run,
  type RunEvent,
  type Simulators,
} from '../harness/run/index.ts'
import { loadHandlers } from '../harness/faults/index.ts'
import { type Configuration, connectionRefused } from '../harness/target/index.ts'
import { requirements } from '../suites/index.ts'
import { claimOutFolder } from './out-folder.ts'
import { present } from './present.ts'
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

/** One run from an open target to its exit code, with its reports. */
export async function drive(options: {
  readonly configuration: Configuration
  readonly plan: Plan
  readonly settings: RunSettings
  /** Arguments of `touchstone run` that name this target again. */
  readonly again?: readonly string[]
  readonly signal: AbortSignal
  /** Where the report goes; standard output unless told. */
  readonly print?: (text: string) => void
}): Promise<number> {
  const { configuration, plan, settings, signal } = options
  const deadlineMs = settings.deadlineMs ?? configuration.deadlineMs
  const deadline = new AbortController()
  const timer = setTimeout(() => {
    deadline.abort(
      new Inconclusive(`the run's deadline of ${deadlineMs / 1000} s passed; raise deadline_s or --deadline`),
    )
  }, deadlineMs)
  const presenter = present(settings, plan, options.again ?? [], options.print)
  const began = performance.now()
  try {
    const events: RunEvent[] = []
    let during = 'preparation'
    const emit = (event: RunEvent): void => {
      if (event.type === 'case-began') during = event.id
      events.push(event)
      presenter.onEvent(event)
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
    const interrupted = signal.aborted
    const code = exitCode(results, { interrupted, harnessFailed: false })
    emit({
      type: 'run-ended',
      counts: countVerdicts(results),
      exitCode: code,
      complete: plan.full && !bounded.aborted,
      millis: performance.now() - began,
      planDigest: plan.digest,
    })
    return await presenter.finish(events, target.secrets, code)
  } finally {
    clearTimeout(timer)
    presenter.clear()
  }
}

/** A destination that is not there when the run begins is the operator's to mend; the connector must not be blamed for it. */
async function expectDestination({ destination }: Configuration): Promise<void> {
  const from = destination?.from
  if (from?.kind === 'upstream' && (await connectionRefused(from.url))) {
    throw new UsageError(`nobody listens at ${from.url}: start the destination, or mend destination.upstream`)
  }
  if (from?.kind !== 'handlers') return
  await loadHandlers(from.file).catch((error: unknown) => {
    throw new UsageError(`destination.handlers: ${error instanceof Error ? error.message : String(error)}`)
  })
}

const simulators: Simulators = {
  generic: ({ token }) => startDestination({ token, unique: true }),
}
