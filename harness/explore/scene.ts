import { classify } from '../checks/classify.ts'
import type { CaseContext, Controls } from '../checks/context.ts'
import { is2xx } from '../checks/observations.ts'
import type { Operation } from '../checks/operation.ts'
import { ask, within } from '../checks/poll.ts'
import { seconds } from '../checks/seconds.ts'
import { Inconclusive } from '../checks/verdict.ts'
import type { Outcome as CallOutcome } from '../history/index.ts'
import type { Armed } from '../faults/gate.ts'
import type { Exchange } from '../wire/exchange.ts'
import { Broken } from './broken.ts'

/** One operation while its schedule is carried out: what is held, which calls are open, whether an outage is on. */
export interface Scene {
  readonly context: CaseContext & Partial<Controls>
  readonly operation: Operation
  /** The post that `other-content` sends; nothing may ever be made of it. */
  other: Operation | undefined
  /** The connector has answered published or pending: it knows the operation. */
  known: boolean
  outage: AsyncDisposable | undefined
  readonly held: Armed[]
  readonly open: Set<Promise<unknown>>
  /** How long a connector that answers pending first is given for a write of its own accord; 0 when it writes at once. */
  readonly worksForMs: number
}

/**
 * A call of the operation to its end; while a write is held, for a moment only: a connector may let a repeat wait for the
 * first publish. It is then left open, and judged by the answer that comes when the write is let go.
 */
export async function call(scene: Scene, exchange: Promise<Exchange>): Promise<Exchange | undefined> {
  const { context, open } = scene
  const noted = exchange.then((ended) => {
    scene.known ||= says(ended, 'published', 'pending')
    return ended
  })
  if (scene.held.length === 0) return await noted
  const left = noted.finally(() => open.delete(left))
  open.add(left)
  // Whoever waits for the open calls hears of a failure; until then it must not end the process.
  left.catch(() => undefined)
  return await within(left, heldForMs, context.signal)
}

/** Longer than an answer takes that waits for nothing, shorter than any destination timeout in use. */
export const heldForMs = 100

/** Lets go of what is held, and waits until the calls that waited for it are answered and nothing is under way. */
export async function letGo(scene: Scene): Promise<void> {
  const { context, held, open, operation } = scene
  for (const armed of held) {
    armed.release()
    armed[Symbol.dispose]()
  }
  held.length = 0
  await Promise.all(open)
  await context.available.destination?.drained(operation)
}

/** Ends the outage and waits until the connector is ready again, which it has to be in time (R5). */
export async function heal(scene: Scene): Promise<void> {
  const { outage, context } = scene
  if (outage === undefined) return
  scene.outage = undefined
  await outage[Symbol.asyncDispose]()
  const { connector, bounds, signal } = context
  const ready = async (): Promise<true | undefined> => {
    // Of one that has ended, the end is to be told.
    if (context.available.process?.running === false) throw new Inconclusive('the connector ended during an outage')
    const health = await connector.get('health')
    return (health.kind === 'answer' && is2xx(health.status)) || undefined
  }
  if (await ask(ready, { withinMs: bounds.healthUpWithinMs, signal })) return
  throw new Broken(
    'unready',
    `health to be ready again at the latest ${seconds(bounds.healthUpWithinMs)} after an outage ended`,
    'it was not',
  )
}

/** Everything is up again: the operation is looked up, once or until what goes on in the background has come to an end. */
export async function finish(scene: Scene): Promise<void> {
  await heal(scene)
  await letGo(scene)
  await settle(scene)
  await scene.context.available.destination?.drained(scene.operation)
}

/** Looks the operation up: once, or until what goes on in the background has come to an end. */
export async function settle(scene: Scene): Promise<void> {
  const { context, operation, worksForMs } = scene
  const decided = async (): Promise<true | undefined> => {
    const exchange = await call(scene, context.connector.lookup(operation))
    return (exchange && says(exchange, 'published', 'rejected', 'absent')) || undefined
  }
  await ask(decided, { withinMs: worksForMs, signal: context.signal })
}

/** Nothing of the operation can be under way: a count of its items is final. */
export const isQuiet = ({ held, open, outage }: Scene): boolean =>
  held.length === 0 && open.size === 0 && outage === undefined

/** Whatever became of the schedule, the target is as it was before. */
export async function clearAway(scene: Scene): Promise<void> {
  for (const armed of scene.held) armed[Symbol.dispose]()
  scene.held.length = 0
  await scene.outage?.[Symbol.asyncDispose]()
  scene.outage = undefined
  await Promise.allSettled(scene.open)
}

/** Whether the answer is one of these. */
export const says = (exchange: Exchange, ...answers: readonly CallOutcome['is'][]): boolean =>
  answers.includes(classify(exchange, 'lookup').is)
