import { is2xx } from '../checks/observations.ts'
import { ask } from '../checks/poll.ts'
import { ControlError, type ProcessControl, StartError } from '../target/index.ts'
import type { Exchange } from '../wire/exchange.ts'

/** Starts that are tried: one may fail, or come up and be unready, by chance. */
const startsAtMost = 3

/**
 * Whether the connector is ready: now, within a while, or after it was started anew where the harness can do that. `health`
 * asks it once.
 */
export async function revived(options: {
  readonly process: Pick<ProcessControl, 'restart'> | undefined
  readonly health: () => Promise<Exchange>
  readonly withinMs: number
  readonly signal: AbortSignal
}): Promise<boolean> {
  const { process, health, withinMs, signal } = options
  const comesReady = async (): Promise<boolean> =>
    (await ask(
      async () => {
        const exchange = await health()
        return (exchange.kind === 'answer' && is2xx(exchange.status)) || undefined
      },
      { withinMs, slowestMs: 500, signal },
    )) === true
  if (await comesReady()) return true
  for (let left = process ? startsAtMost : 0; left > 0 && !signal.aborted; left -= 1) {
    try {
      await process?.restart()
      if (await comesReady()) return true
    } catch (thrown) {
      if (!(thrown instanceof StartError || thrown instanceof ControlError)) throw thrown
    }
  }
  return false
}
