import { setImmediate as turn } from 'node:timers/promises'
import type { Arm, Armed, Attempt, Gate, OutageKind } from '../faults/gate.ts'
import { matches } from '../faults/pattern.ts'
import { isPerhapsUnread } from '../faults/unread.ts'
import { type History, judge, undecided } from '../history/index.ts'
import { limits } from '../protocol/index.ts'
import type { Witness } from '../target/witness.ts'
import { type Answer, type Exchange, nextMoment } from '../wire/exchange.ts'
import { type Fact, require } from './facts.ts'
import { destinationBody } from './destination-body.ts'
import type { Operation } from './operation.ts'
import type { SecretBook } from './secret-book.ts'
import { is2xx } from './observations.ts'
import { ask, within } from './poll.ts'
import { Inconclusive, Violation } from './verdict.ts'

/** The gate and the witness as a case uses them. */
export interface DestinationControl {
  readonly gate: Gate
  readonly witness: Witness
  /** Sets one fault on the write (or a read) of one operation. */
  arm(
    operation: Operation,
    fault: Omit<Arm, 'operation' | 'target' | 'nth'> & Partial<Pick<Arm, 'target' | 'nth'>>,
  ): Armed
  /**
   * The attempt that the fault struck; inconclusive when it strikes none in time, or when the publish that was to bring it
   * about was refused.
   */
  struck(armed: Armed, what: string, publish?: Promise<Exchange>): Promise<Attempt>
  /**
   * The whole destination is down until it is disposed; it may be shared with the cases that run at the same time.
   * `arrange` runs right before, once everyone is ready: what is to be under way when it begins.
   */
  outage(how: OutageKind, arrange?: () => Promise<void>): Promise<AsyncDisposable>
  /** Number of requests with the method and path of the write that belong to no operation of ours (R10). */
  strayWrites(): number
  /** Counts the items of the operation and enters the count into its history. */
  count(operation: Operation): Promise<number>
  /** Nothing of the operation reached the destination's write, and no item of it exists (I9). */
  expectNothingWritten(operation: Operation): Promise<void>
  /** After everything is up again (R20): never two items, and exactly one when any answer said `published`. */
  expectItems(operation: Operation, expected: 'exactly one' | 'at most one'): Promise<void>
  /** The connector's own token was in something that the gate received (§5.1.3). */
  connectorTokenArrived(): boolean
  /**
   * Gives a call the chance to be answered while a write is held. `other`, a request sent after it that has nothing to do
   * with the write, shows that the connector came to it: false when that was not answered in time, as of a connector with
   * a single thread, or of one that the machine gave no time.
   */
  heldFor(call: Promise<unknown>, other: Promise<unknown>): Promise<boolean>
  /** Judges the whole history of the operation; the first violation of a must is thrown. */
  expectSound(operation: Operation): void
  /** Waits for a write of the operation that the destination answered with success and the connector was told of. */
  wrote(operation: Operation): Promise<boolean>
  /** The connector was still waiting when the gate answered or cut it off; inconclusive when it had perhaps given up. */
  expectDelivered(attempt: Attempt): Promise<void>
  /** R23c: the kill struck while the gate held the attempt; inconclusive when the connector had given up before. */
  expectHeldAtKill(attempt: Attempt): void
  /** Waits until nothing of the operation is under way between connector and destination. */
  drained(operation: Operation): Promise<void>
}

/** Shorter than any destination timeout in use, so that the hold itself disturbs nothing. */
const heldForMs = 100
const heldAtMostMs = 350

const isRefused = (exchange: Exchange): exchange is Answer => exchange.kind === 'answer' && exchange.status >= 400

const never = (): Promise<never> => new Promise(() => {})

export function controlDestination(options: {
  readonly gate: Gate
  readonly witness: Witness
  readonly history: History
  readonly secrets: SecretBook
  readonly connectorTokenArrived: () => boolean
  /** The calibration publish: without it nothing is known of the write. */
  readonly baseline: () => Fact<unknown>
  /** How long a fault is waited for; a connector that has not asked its destination within R5's bound will not any more. */
  readonly strikeWithinMs?: number
  readonly signal: AbortSignal
}): DestinationControl {
  const { gate, witness, history, signal, strikeWithinMs = limits.operationWithinMs } = options

  const needWrite = (): void => {
    require(options.baseline())
    if (!gate.learned.write) throw new Inconclusive('it is not known which request creates an item at the destination')
  }

  const count = async (operation: Operation): Promise<number> => {
    const counted = await witness.count(operation.marker, signal)
    history.record({
      type: 'items',
      operation: operation.id,
      moment: nextMoment(),
      count: counted.count,
      exact: witness.exact,
      ...(counted.ids === undefined ? {} : { ids: counted.ids }),
    })
    return counted.count
  }

  const expectSound = (operation: Operation): void => {
    const events = history.operation(operation.id)
    const broken = judge(events).find(({ level }) => level === 'must')
    if (broken) throw new Violation(broken.expected, `${broken.actual} (${broken.invariant})`)
    const open = undecided(events)
    if (open !== undefined) throw new Inconclusive(open, itemsHint)
  }

  return {
    gate,
    witness,
    count,
    expectSound,
    arm(operation, fault) {
      needWrite()
      return gate.arm({ operation: operation.id, target: 'write', nth: 1, ...fault })
    },
    async struck(armed, what, publish) {
      const refused = publish?.then((exchange) => (isRefused(exchange) ? exchange : never()))
      const first = await within(Promise.race([armed.hit, refused ?? never()]), strikeWithinMs, signal)
      if (first && 'nth' in first) return first
      if (armed.fired) return await armed.hit
      throw new Inconclusive(
        first === undefined
          ? `${what} did not happen: the connector sent no such request within ${strikeWithinMs / 1000} s`
          : `${what} did not happen: its publish was answered with status ${first.status}`,
      )
    },
    async outage(how, arrange) {
      await arrange?.()
      history.record({ type: 'outage-began', how, moment: nextMoment() })
      const outage = await gate.outage(how, destinationBody(options.secrets))
      return {
        async [Symbol.asyncDispose]() {
          await outage[Symbol.asyncDispose]()
          history.record({ type: 'outage-ended', moment: nextMoment() })
        },
      }
    },
    strayWrites() {
      const { write } = gate.learned
      return gate
        .attempts()
        .filter(({ operation, method, path }) => operation === undefined && write && matches(write, method, path))
        .length
    },
    connectorTokenArrived: options.connectorTokenArrived,
    async heldFor(call, other) {
      await within(call, heldForMs, signal)
      const served = other.then(() => true)
      return (await within(served, heldAtMostMs - heldForMs, signal)) === true
    },
    async expectNothingWritten(operation) {
      needWrite()
      const writes = gate.attempts(operation.id).filter(({ write }) => write)
      if (writes.length > 0) {
        throw new Violation('no request to the write of the destination', `${writes.length} of them reached it`)
      }
      const items = await count(operation)
      if (items > 0) throw new Violation('no item at the destination', `${items}`)
    },
    async expectItems(operation, expected) {
      needWrite()
      const items = await count(operation)
      expectSound(operation)
      if (expected === 'exactly one' && items !== 1) {
        if (!witness.exact)
          throw new Inconclusive(
            `the gate alone cannot tell how many items there are (${items} successful writes seen)`,
            itemsHint,
          )
        throw new Violation('exactly one item at the destination', `${items} items`)
      }
      if (items > 1) throw new Violation('at most one item at the destination', `${items} items`)
    },
    async expectDelivered(attempt) {
      // A reset has arrived before whatever the connector did next, and is seen in the same turn at the latest.
      await turn()
      if (!isPerhapsUnread(gate, attempt)) return
      throw new Inconclusive(
        attempt.afterwards !== 'reset'
          ? 'the connector had given up its request to the destination before the fault reached it'
          : 'the connector reset its connection to the destination, and had perhaps not read the answer',
        'a longer destination timeout of the connector, or a quicker destination, lets the fault arrive',
      )
    },
    expectHeldAtKill({ began, connectorGone = Infinity }) {
      const kill = history.all().find((event) => event.type === 'kill' && event.moment > began)
      if (kill && kill.moment < connectorGone) return
      throw new Inconclusive('the connector had given up its request to the destination before it was killed')
    },
    async wrote(operation) {
      const written = await ask(
        async () =>
          gate
            .attempts(operation.id)
            .some(
              ({ write, answered, upstreamStatus }) => write && answered !== undefined && is2xx(upstreamStatus ?? 0),
            ) || undefined,
        { withinMs: strikeWithinMs, slowestMs: 20, signal },
      )
      return written === true
    },
    async drained(operation) {
      const drained = gate.drained(operation.id, signal).then(() => true)
      if (!(await within(drained, strikeWithinMs, signal))) {
        throw new Inconclusive('a request of the operation stayed under way at the destination')
      }
    },
  }
}

/** The configuration that lets items be counted. */
export const itemsHint: string =
  'say how to list the items in touchstone.yaml:\n  destination:\n    items: { request: { method: GET, path: "/…?q=${marker}" }, at: /items }'
