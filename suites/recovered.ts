import type { CaseContext } from '../harness/checks/context.ts'
import { is2xx } from '../harness/checks/observations.ts'
import { ask } from '../harness/checks/poll.ts'
import type { Exchange } from '../harness/wire/exchange.ts'

export const isReady = (exchange: Exchange): boolean => exchange.kind === 'answer' && is2xx(exchange.status)

/** Health again and again until it is what we wait for (R5); the last answer otherwise. */
export async function healthUntil(
  { connector, signal }: CaseContext,
  done: (exchange: Exchange) => boolean,
  withinMs: number,
): Promise<Exchange> {
  let last = await connector.get('health')
  await ask(
    async () => {
      if (done(last)) return last
      last = await connector.get('health')
      return done(last) ? last : undefined
    },
    { withinMs, slowestMs: 500, signal },
  )
  return last
}

/** Waits after an outage until the connector is ready again, so that the next case finds it as this one did. */
export const recovered = async (context: CaseContext): Promise<Exchange> =>
  healthUntil(context, isReady, context.bounds.healthUpWithinMs)
