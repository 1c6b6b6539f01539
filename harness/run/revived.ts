import { ControlError, type ProcessControl, StartError } from '../target/index.ts'
import { type ComesReady, comesReady } from './comes-ready.ts'

/** Starts that are tried: one may fail, or come up and be unready, by chance. */
const startsAtMost = 3

/** Whether the connector is ready: now, within a while, or after it was started anew where the harness can do that. */
export async function revived(
  options: ComesReady & { readonly process: Pick<ProcessControl, 'restart'> | undefined },
): Promise<boolean> {
  const { process, signal } = options
  if (await comesReady(options)) return true
  for (let left = process ? startsAtMost : 0; left > 0 && !signal.aborted; left -= 1) {
    try {
      await process?.restart()
      if (await comesReady(options)) return true
    } catch (thrown) {
      if (!(thrown instanceof StartError || thrown instanceof ControlError)) throw thrown
    }
  }
  return false
}
