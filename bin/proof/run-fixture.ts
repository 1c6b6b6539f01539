import process from 'node:process'
import { type Shape, startDestination } from '../../fixtures/index.ts'
import { levelOf, makePlan, openTarget, run, type CaseResult, type RunEvent } from '../../harness/run/index.ts'
import type { HistoryEvent } from '../../harness/history/index.ts'
import type { Configuration } from '../../harness/target/index.ts'
import { checks, requirements } from '../../suites/index.ts'
import { referenceConfiguration } from '../reference-configuration.ts'

/** Drives one of our own connectors with every control, quietly; for the proofs that verdicts can be trusted. */
export async function runFixture(options: {
  /** Entry file and its arguments. */
  readonly entry: readonly [string, ...string[]]
  readonly shape: Shape
  readonly env?: Readonly<Record<string, string>>
  readonly only?: readonly string[]
  readonly seed?: number
  readonly change?: (configuration: Configuration) => Configuration
  readonly timing?: boolean
  /** Factor of every long wait; a mutant whose health never fails need not be watched for 20 s. */
  readonly timeScale?: number
  /** Told of everything that enters the history, as it happens. */
  readonly recorded?: (event: HistoryEvent, during: string | undefined) => void
  readonly emit?: (event: RunEvent) => void
}): Promise<readonly CaseResult[]> {
  const { seed = 1, only = [], emit = () => undefined, change = (same) => same } = options
  const configuration = change(await referenceConfiguration(options.shape, options.entry, options.env))
  await using target = await openTarget(configuration, {
    environment: process.env,
    simulators: { generic: ({ token }) => startDestination({ token, unique: true }) },
    recorded: options.recorded ?? (() => undefined),
    timeScale: options.timeScale ?? 1,
  })
  return await run({
    target,
    plan: makePlan(checks, only),
    seed,
    levelOf: (subject) => levelOf(subject, requirements),
    timing: options.timing === true,
    signal: new AbortController().signal,
    emit,
  })
}
