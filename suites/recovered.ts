import type { CaseContext } from '../harness/checks/context.ts'
import { is2xx } from '../harness/checks/observations.ts'
import { ask } from '../harness/checks/poll.ts'
import { seconds } from '../harness/checks/seconds.ts'
import { Inconclusive, Violation } from '../harness/checks/verdict.ts'
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

/**
 * Waits after an outage until the connector is ready again, so that the next case finds it as this one did. One that was
 * waited for in vain before is given less time: the whole of it again after every outage would be more than a run has.
 */
export async function recovered(context: CaseContext): Promise<Exchange> {
  const { observations, bounds } = context
  const withinMs = inVain.has(observations) ? bounds.healthSettlesWithinMs : bounds.healthUpWithinMs
  const last = await healthUntil(context, isReady, withinMs)
  if (!isReady(last)) inVain.add(observations)
  return last
}

/** Health as a control: one slow answer of the destination on a busy machine makes nobody unready for long. */
export function healthInPassing(context: CaseContext): Promise<Exchange> {
  const { observations, bounds } = context
  // A limit on wrong tokens (R2) does not pass that soon.
  const isDecided = (exchange: Exchange): boolean =>
    isReady(exchange) || (exchange.kind === 'answer' && exchange.status === 429)
  return healthUntil(context, isDecided, inVain.has(observations) ? 0 : bounds.healthSettlesWithinMs)
}

/** R5: ready again within the whole bound, whoever waited in vain before. */
export async function expectRecovered(context: CaseContext): Promise<Exchange> {
  const { healthUpWithinMs } = context.bounds
  const last = await healthUntil(context, isReady, healthUpWithinMs)
  if (isReady(last)) return last
  inVain.add(context.observations)
  throw new Violation(
    `health with status ready at the latest ${seconds(healthUpWithinMs)} after the outage ended`,
    seen(last),
  )
}

/** The positive control after an outage; of a connector that was waited for in vain `health/recovers` says enough. */
export async function expectReadyAfter(context: CaseContext): Promise<Exchange> {
  if (!inVain.has(context.observations)) return await expectRecovered(context)
  const last = await recovered(context)
  if (isReady(last)) return last
  throw new Inconclusive(`health was not ready again after the outage: ${seen(last)}`)
}

const seen = (last: Exchange): string => (last.kind === 'answer' ? `status ${last.status}` : `no answer (${last.why})`)

/** Runs, by what was observed in them, whose connector did not become ready within the whole bound. */
const inVain = new WeakSet<object>()
