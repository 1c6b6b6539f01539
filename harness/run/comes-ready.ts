import { is2xx } from '../checks/observations.ts'
import { ask } from '../checks/poll.ts'
import type { Exchange } from '../wire/exchange.ts'

export interface ComesReady {
  /** Asks once. */
  readonly health: () => Promise<Exchange>
  readonly withinMs: number
  readonly signal: AbortSignal
}

/** Whether the connector says within the bound that it is ready. */
export async function comesReady({ health, withinMs, signal }: ComesReady): Promise<boolean> {
  const said = await ask(
    async () => {
      const exchange = await health()
      return (exchange.kind === 'answer' && is2xx(exchange.status)) || undefined
    },
    { withinMs, slowestMs: 500, signal },
  )
  return said === true
}
