import { type Case, type Check, defineCheck } from '../harness/checks/define.ts'
import type { CaseContext, Controls } from '../harness/checks/context.ts'
import type { BurstCall } from '../harness/checks/connector-driver.ts'
import { expectAnswer, expectProblem, expectResult, outcomeOf } from '../harness/checks/expect.ts'
import { is2xx } from '../harness/checks/observations.ts'
import { overlapped } from '../harness/checks/overlapped.ts'
import { comeBack } from '../harness/checks/patience.ts'
import { askedToComeBack } from '../harness/checks/turned-away.ts'
import { makeOperation, type Operation } from '../harness/checks/operation.ts'
import { newMarker } from '../harness/checks/identity.ts'
import { Inconclusive, Violation } from '../harness/checks/verdict.ts'
import type { Exchange } from '../harness/wire/exchange.ts'
import { defineCase } from './define.ts'
import { changed } from './refused-publish.ts'

type Context = CaseContext & Pick<Controls, 'destination'>

/** A 429 or 503 that asks to come back: the connector sheds load, which it may. */
const isShed = (exchange: Exchange): boolean => askedToComeBack(exchange, [429, 503]) !== undefined

/** What one call of a burst may be answered with (R17). */
function expectBurstAnswer(exchange: Exchange): void {
  const answer = expectAnswer(exchange, 'a published or pending result')
  if (is2xx(answer.status)) expectResult(exchange)
  else if (outcomeOf(answer) !== 'unknown') {
    expectProblem(exchange)
    throw new Violation(
      'a published or pending result, or outcome "unknown", for every concurrent call of one operation',
      `status ${answer.status}${answer.status === 409 ? ' (a 409 for a call in progress says that no write occurred)' : ''}`,
    )
  }
}

/** Fires one burst: on warm sockets, and where the process is ours while it is paused. */
async function fire(
  { connector, available }: Context,
  calls: readonly BurstCall[],
): Promise<{ readonly exchanges: readonly Exchange[]; readonly overlap: boolean }> {
  using sockets = await connector.wire.warm(calls.length)
  const { pause, resume } = available.process ?? {}
  const exchanges = await connector.burst(sockets, calls, pause && resume ? { pause, resume } : undefined)
  return { exchanges, overlap: overlapped(exchanges) }
}

/** A race shows itself only sometimes, so every burst is fired several times, each time on a new operation. */
const rounds = 3
const tries = 3

async function burst(context: Context, calls: number): Promise<void> {
  const { connector, destination, profile } = context
  await connector.publishAccepted(connector.operation(profile))
  let size = calls
  let apart = 0
  let refusedPairs = 0
  for (let overlapping = 0; overlapping < rounds;) {
    const operation = connector.operation(profile)
    const { exchanges, overlap } = await fire(context, repeated(operation, size))
    if (exchanges.some(isShed)) {
      await destination.expectItems(operation, 'at most one')
      if (size === 2 && (refusedPairs += 1) === tries) {
        throw new Inconclusive('the connector refuses even two calls at once with retry_after')
      }
      size = Math.max(2, Math.floor(size / 2))
      await comeBack(exchanges, context.signal)
      continue
    }
    for (const exchange of exchanges) expectBurstAnswer(exchange)
    await connector.expectPublished(operation)
    await destination.expectItems(operation, 'exactly one')
    if (overlap) overlapping += 1
    else if ((apart += 1) === tries) throw new Inconclusive(`${size} calls at once did not overlap in ${tries} tries`)
  }
}

/** Whether the connector came to the calls while the first write was held, did not, or shed some of them. */
type Held = 'met' | 'unmet' | 'shed'

/** `pairs` publishes and lookups while the first write is held. */
async function heldFirst({ connector, destination, profile, signal }: Context, pairs: number): Promise<Held> {
  const operation = connector.operation(profile)
  using armed = destination.arm(operation, { at: 'received', act: { do: 'hold' } })
  const first = connector.publish(operation)
  await destination.struck(armed, 'the first write')
  const during = Array.from({ length: pairs }, () => [
    connector.startPublish(operation),
    connector.startLookup(operation),
  ]).flat()
  const sent = await Promise.all(during.map((started) => started.sent))
  // The calls are given the time to do what they must not while the first write is under way.
  const other = connector.get('manifest')
  const met = await destination.heldFor(Promise.all(during.map(({ exchange }) => exchange)), other)
  armed.release()
  await other
  const answers = [await first, ...(await Promise.all(during.map(({ exchange }) => exchange)))]
  if (sent.includes(false)) throw new Inconclusive('not every call could be sent while the write was held')
  destination.expectSound(operation)
  for (const answer of answers) if (!isShed(answer)) expectBurstAnswer(answer)
  await connector.settle(operation)
  await destination.expectItems(operation, 'at most one')
  if (!answers.some(isShed)) return met ? 'met' : 'unmet'
  await comeBack(answers, signal)
  return 'shed'
}

/** A connector with a single thread never comes to them; one on a busy machine does in one of several tries. */
async function heldFirstUntilMet(context: Context): Promise<void> {
  let [pairs, unmet, shed] = [4, 0, 0]
  for (;;) {
    const held = await heldFirst(context, pairs)
    if (held === 'met' || (held === 'unmet' && (unmet += 1) === tries)) return
    if (held === 'unmet') continue
    if (pairs === 1 && (shed += 1) === 2)
      throw new Inconclusive('the connector refuses even two calls beside the first with retry_after')
    pairs = Math.max(1, pairs / 2)
  }
}

const repeated = (operation: Operation, times: number): readonly BurstCall[] =>
  Array.from({ length: times }, () => ({ operation, kind: 'publish' as const }))

function bursts(calls: 2 | 8 | 32): Case {
  return defineCase({
    id: `concurrency/burst-${calls}`,
    title: `gives one result and makes one item for ${calls} publishes of one operation at once`,
    requirements: ['11.6', '3.4-repeat', 'R17', 'R17-answers', 'R16'],
    needs: ['destination'],
    run: (context) => burst(context, calls),
  })
}

export const concurrency: Check = defineCheck({
  id: 'concurrency',
  title: 'returns the same result for concurrent requests with one operation id',
  cases: [
    bursts(2),
    bursts(8),
    bursts(32),
    defineCase({
      id: 'concurrency/held-first',
      title: 'answers publishes and lookups that come while the first write is held without a second write',
      requirements: ['11.6', 'R17', 'R17-answers', 'R22'],
      needs: ['destination'],
      batch: 'loss',
      async run(context) {
        await context.connector.publishAccepted(context.connector.operation(context.profile))
        await heldFirstUntilMet(context)
      },
    }),
    defineCase({
      id: 'concurrency/same-id-other-content',
      title: 'makes no second item and keeps the first result when an operation id comes again with other content',
      requirements: ['3.4-repeat', 'R18-same-id'],
      needs: ['destination'],
      async run({ connector, destination, profile }) {
        const operation = connector.operation(profile)
        await connector.publishToEnd(operation)
        const other = connector.operation(profile)
        await connector.publish(operation, {
          body: changed(operation, { content: other.request['content'] ?? other.marker }),
          odd: true,
        })
        const again = await connector.settle(operation)
        if (!again) throw new Violation('the first result to stay as it was', 'a result that is pending again')
        await destination.expectItems(operation, 'exactly one')
        await destination.expectNothingWritten(other)
      },
    }),
    defineCase({
      id: 'concurrency/first-result-again',
      title: 'answers a repeat with other content with the first result',
      requirements: ['R18-should'],
      needs: ['destination'],
      async run({ connector, profile }) {
        const operation = connector.operation(profile)
        const first = await connector.publishToEnd(operation)
        const other = connector.operation(profile)
        const exchange = await connector.publish(operation, {
          body: changed(operation, { content: other.request['content'] ?? other.marker }),
          odd: true,
        })
        const again = expectResult(exchange)
        if (again.status === 'published' && again.external_id === first.external_id) return
        throw new Violation('the first result', 'another result')
      },
    }),
    defineCase({
      id: 'concurrency/other-id-same-content',
      title: 'makes an item of its own for each of two operations with the same content, or refuses the second',
      requirements: ['R18-other-id'],
      needs: ['destination'],
      async run({ connector, destination, profile, secrets, bounds, signal }) {
        // Two operations share one text here, so neither may be watched: its items could not be told apart.
        const bound = {
          connectionRef: connector.connectionRef,
          capabilityRevision: connector.manifest.capability_revision,
        }
        const first = makeOperation(profile, bound, secrets)
        const content = first.request['content']
        if (typeof content !== 'string') throw new Inconclusive('the profile takes no content, so none can be the same')
        const second = makeOperation(profile, bound, secrets, { content })
        const published: string[] = []
        const expectRefusedTwin = async (exchange: Exchange, isSecond: boolean): Promise<void> => {
          if (!isSecond) throw new Inconclusive('the connector refused a publish that the harness takes for valid')
          expectProblem(exchange)
          const { count } = await destination.witness.count(first.marker, signal)
          if (count > 1) throw new Violation('one item after the second operation was refused', `${count} items`)
        }
        for (const operation of [first, second]) {
          const exchange = await connector.send({
            ...connector.request('publish', operation.request),
            deadlineMs: bounds.operationWithinMs,
          })
          if (exchange.kind === 'answer' && exchange.status >= 400) {
            return await expectRefusedTwin(exchange, operation === second)
          }
          const { status } = expectResult(exchange)
          const settled = await connector.settleUnwatched(operation)
          if (!('external_id' in settled)) {
            if (status === 'published') expectResult(settled)
            // Answered pending, and refused when it came to writing it.
            return await expectRefusedTwin(settled, operation === second)
          }
          published.push(settled.external_id)
        }
        if (published[0] === published[1])
          throw new Violation('an external_id of its own for each operation id', 'one for both')
        const { count } = await destination.witness.count(first.marker, signal)
        if (destination.witness.exact && count !== 2) throw new Violation('two items for two operations', `${count}`)
      },
    }),
    defineCase({
      id: 'concurrency/ids-distinct',
      title: 'takes operation ids that differ in letter case or in their last character for different operations',
      requirements: ['2.8-operation-id', 'R14'],
      needs: ['destination'],
      async run({ connector, destination, profile }) {
        const stem = `Pub.${newMarker()}_${newMarker()}-${newMarker()}`.slice(0, 63)
        for (const [one, other] of [
          [`${stem.slice(0, 40)}-aBc`, `${stem.slice(0, 40)}-AbC`],
          [`${stem.padEnd(63, '0')}1`, `${stem.padEnd(63, '0')}2`],
        ] as const) {
          const operations = [one, other].map((id) => connector.operation(profile, { operation_id: id }))
          const ids = []
          for (const operation of operations) {
            ids.push((await connector.publishToEnd(operation)).external_id)
            await destination.expectItems(operation, 'exactly one')
          }
          if (ids[0] === ids[1]) throw new Violation('two results for two operation ids', 'one external_id for both')
        }
      },
    }),
  ],
})
