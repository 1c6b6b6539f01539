import process from 'node:process'
import { openTarget, type OpenTarget } from '../harness/run/index.ts'
import type { Configuration } from '../harness/target/index.ts'
import { expectDestination, simulators } from './drive.ts'

/** Opens the target for work of which no reports are written, and closes it whatever becomes of that. */
export async function withTarget<T>(
  configuration: Configuration,
  signal: AbortSignal,
  work: (target: OpenTarget) => Promise<T>,
): Promise<T> {
  await expectDestination(configuration)
  await using target = await openTarget(configuration, {
    environment: process.env,
    simulators,
    recorded: () => undefined,
  })
  // Nothing else would end a start that is being waited for.
  if (configuration.process?.kind === 'own') {
    signal.addEventListener('abort', () => target.process?.killNow(), { once: true })
  }
  return await work(target)
}
