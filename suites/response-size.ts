import { type Check, defineCheck } from '../harness/checks/define.ts'
import { askedFor } from '../harness/checks/asked-for.ts'
import type { CaseContext } from '../harness/checks/context.ts'
import { asControl, expectResult, expectSuccess } from '../harness/checks/expect.ts'
import { Inapplicable, Inconclusive, Violation } from '../harness/checks/verdict.ts'
import type { Attempt } from '../harness/faults/gate.ts'
import { limits, lookupPath } from '../harness/protocol/index.ts'
import type { Exchange } from '../harness/wire/exchange.ts'
import { destinationBody } from '../harness/checks/destination-body.ts'
import { connectWorkspace } from './connect.ts'
import { defineCase } from './define.ts'
import { expectNoDenial } from './inspect.ts'
import { recovered } from './recovered.ts'
import { changed } from './refused-publish.ts'

function expectWithinLimit(exchange: Exchange): void {
  const size = exchange.kind === 'answer' ? exchange.body.length : 0
  if (size <= limits.responseBytes && !(exchange.kind === 'silence' && exchange.why === 'too large')) return
  throw new Violation(`at most ${limits.responseBytes} bytes of body from ${askedFor(exchange)}`, 'more')
}

/** The large answer began to arrive. Whoever then leaves in the middle of it has met it, and bounds what it reads. */
export function expectWaited({ applied = Infinity, connectorGone = Infinity }: Attempt): void {
  if (connectorGone > applied) return
  throw new Inconclusive(
    'the connector had given up its request to the destination before that answered',
    'a longer destination timeout of the connector, or a quicker destination, lets the answer arrive',
  )
}

/** One good answer of each route, so that the bound is judged on something. */
const everyRoute = (context: CaseContext): Promise<void> => asControl(() => useEveryRoute(context))

async function useEveryRoute(context: CaseContext): Promise<void> {
  const { connector, profile } = context
  expectSuccess(await connector.get('manifest'))
  // An outage of a case before may not be over yet for the connector (R5).
  expectSuccess(await recovered(context))
  await connectWorkspace(context)
  const { settings } = profile
  const resolution = {
    connection_ref: connector.connectionRef,
    output_profile: profile.profile.id,
    intent: 'post',
    settings,
  }
  expectSuccess(await connector.send(connector.request('resolve', resolution)))
  const operation = connector.operation(profile)
  await connector.publishToEnd(operation)
  expectResult(await connector.lookup(operation))
}

/** The longest valid text of the profile in every field it declares. */
function longest(context: CaseContext): Record<string, unknown> {
  const { profile } = context.profile
  const fields = (['content', 'title', 'description'] as const).flatMap((member) => {
    const limit = profile[member]?.max_length ?? 0
    return limit > 0 && limit <= limits.boundaryTextLength ? [[member, limit] as const] : []
  })
  if (fields.length === 0) throw new Inapplicable('R7: the profile declares no text that can be filled to its limit')
  return Object.fromEntries(fields.map(([member, limit]) => [member, 'a'.repeat(limit)]))
}

export const responseSize: Check = defineCheck({
  id: 'response-size',
  title: 'keeps every response at or below 1 MiB',
  cases: [
    defineCase({
      id: 'response-size/every-answer',
      title: 'answered nothing above 1 MiB in the whole run',
      requirements: ['11.11', '8-response-size', 'R4'],
      phase: 'closing',
      async run(context) {
        const [control] = await Promise.allSettled([everyRoute(context)])
        // Judged first: an answer that is too large is what breaks the control.
        for (const { exchange } of context.observations.all) expectWithinLimit(exchange)
        if (control?.status === 'rejected') throw control.reason
      },
    }),
    defineCase({
      id: 'response-size/longest-post',
      title: 'answers publish, repeat and lookup of the longest valid post within 1 MiB',
      requirements: ['11.11', 'R4'],
      each: 'profile',
      async run(context) {
        const { connector, profile } = context
        const operation = connector.operation(profile)
        const text = longest(context)
        const content = operation.request['content']
        const limit = profile.profile.content.max_length
        // The marker stays at the front, so that the write can be attributed.
        if (typeof content === 'string' && 'content' in text)
          text['content'] = content.padEnd(limit, 'a').slice(0, limit)
        const full = { ...operation, request: changed(operation, text) }
        const exchanges = [await connector.publish(full), await connector.publish(full), await connector.lookup(full)]
        for (const exchange of exchanges) {
          expectWithinLimit(exchange)
          await asControl(async () => expectNoDenial(exchange))
        }
      },
    }),
    defineCase({
      id: 'response-size/refused-large',
      title: 'answers large refused requests within 1 MiB',
      requirements: ['11.11', 'R4'],
      async run(context) {
        await everyRoute(context)
        const { connector, profile } = context
        const many = (value: unknown): Record<string, unknown> =>
          Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`touchstone_${index}`, value]))
        const text = 'a'.repeat(100_000)
        const tooLong = (['content', 'title', 'description'] as const).filter(
          (member) => (profile.profile[member]?.max_length ?? text.length) < text.length,
        )
        const bodies: readonly Record<string, unknown>[] = [
          { settings: many('x'.repeat(300)) },
          many('x'.repeat(300)),
          ...tooLong.map((member) => ({ [member]: text })),
        ]
        for (const body of bodies) {
          const operation = connector.operation(profile)
          // Off the history: whether it should have been refused is judged elsewhere.
          expectWithinLimit(await connector.send(connector.request('publish', changed(operation, body))))
          expectWithinLimit(await connector.send({ method: 'GET', path: lookupPath(operation.id) }))
        }
        await everyRoute(context)
      },
    }),
    defineCase({
      id: 'response-size/inflated-destination',
      title: 'answers within 1 MiB whichever string of a destination answer is 2 MiB long',
      requirements: ['11.11', '8-destination-bodies', 'R4-destination'],
      needs: ['destination'],
      async run(context) {
        const { connector, profile, destination } = context
        const calibration = connector.operation(profile)
        await connector.publishToEnd(calibration)
        // A connector that asks anew instead of waiting may know of the item before its write is answered.
        await destination.drained(calibration)
        const strings = destination.gate.attempts(calibration.id).find((attempt) => attempt.write)?.strings ?? 0
        if (strings === 0) throw new Inapplicable('R4: the destination answers a write without any JSON string')
        for (let index = 0; index < Math.min(strings, limits.inflatedStrings); index += 1) {
          const operation = connector.operation(profile)
          const act = { do: 'inflate', index, bytes: limits.inflatedBytes } as const
          using armed = destination.arm(operation, { at: 'applied', nth: 'all', act })
          const publish = connector.publish(operation)
          const struck = await destination.struck(armed, 'the write whose answer is lengthened', publish)
          expectWithinLimit(await publish)
          await destination.drained(operation)
          expectWaited(struck)
          armed[Symbol.dispose]()
          expectWithinLimit(await connector.lookup(operation))
          expectWithinLimit(await connector.publish(operation))
        }
        await everyRoute(context)
      },
    }),
    defineCase({
      id: 'response-size/destination-error-5mib',
      title: 'answers within 1 MiB when the destination fails with a body of 5 MiB',
      requirements: ['11.11', '8-destination-bodies', 'R4-destination'],
      needs: ['destination'],
      async run(context) {
        const { connector, profile, destination } = context
        await connector.publishAccepted(connector.operation(profile))
        const operation = connector.operation(profile)
        const body = Buffer.alloc(limits.destinationErrorBytes, destinationBody(context.secrets))
        using armed = destination.arm(operation, { at: 'applied', act: { do: 'status', status: 500, body } })
        const publish = connector.publish(operation)
        const struck = await destination.struck(armed, 'the write that is answered with a large error', publish)
        expectWithinLimit(await publish)
        await destination.drained(operation)
        expectWaited(struck)
        expectWithinLimit(await connector.lookup(operation))
        await everyRoute(context)
      },
    }),
  ],
})
