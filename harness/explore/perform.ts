import { overlapped } from '../checks/overlapped.ts'
import { ask, within } from '../checks/poll.ts'
import type { Armed } from '../faults/gate.ts'
import { isStale, lookup, publish } from './calls.ts'
import { destinationOf, processOf } from './controls.ts'
import { disturbed, type Effect } from './disturb.ts'
import { abort, crash } from './interrupt.ts'
import { call, heal, heldForMs, letGo, says, type Scene, settle } from './scene.ts'
import type { Step } from './step.ts'

/** Carries out one step. Throws `Inconclusive` where the controls for it are missing. */
export async function perform(scene: Scene, step: Step): Promise<Effect> {
  switch (step.do) {
    case 'publish':
    case 'lookup':
      return step.fault ? await disturbed(scene, step.do, step.fault) : await plain(scene, step.do)
    case 'both':
      await Promise.all([call(scene, publish(scene)), call(scene, lookup(scene))])
      return 'done'
    case 'burst':
      return await burst(scene, step.publishes, step.lookups)
    case 'other-content':
      return await otherContent(scene)
    case 'abort':
      return await abort(scene, step.how, step.at)
    case 'crash':
      return await crash(scene, step.at)
    case 'restart':
      await processOf(scene).restart()
      return 'struck'
    case 'outage':
      if (scene.outage) return 'missed'
      scene.outage = await destinationOf(scene).outage(step.how)
      return 'struck'
    case 'heal':
      await heal(scene)
      return 'done'
    case 'settle':
      // What is held is not published before it is let go.
      if (scene.held.length === 0) await settle(scene)
      return 'done'
    case 'outwait':
      return await outwait(scene)
    case 'release':
      await letGo(scene)
      return 'done'
  }
}

async function plain(scene: Scene, what: 'publish' | 'lookup'): Promise<Effect> {
  await call(scene, what === 'publish' ? publish(scene) : lookup(scene))
  return 'done'
}

async function burst(scene: Scene, publishes: number, lookups: number): Promise<Effect> {
  const { context, operation } = scene
  const { connector } = context
  if (scene.held.length > 0) {
    const calls = [
      ...Array.from({ length: publishes }, () => publish(scene)),
      ...Array.from({ length: lookups }, () => lookup(scene)),
    ]
    await Promise.all(calls.map((each) => call(scene, each)))
    return 'done'
  }
  // A body of its own makes the publish one that decides nothing.
  const stale = isStale(scene) ? { body: operation.request } : {}
  const calls = [
    ...Array.from({ length: publishes }, () => ({ operation, kind: 'publish' as const, ...stale })),
    ...Array.from({ length: lookups }, () => ({ operation, kind: 'lookup' as const })),
  ]
  using sockets = await connector.wire.warm(calls.length)
  const { pause, resume } = context.available.process ?? {}
  const exchanges = await connector.burst(sockets, calls, pause && resume ? { pause, resume } : undefined)
  scene.known ||= exchanges.some((exchange) => says(exchange, 'published', 'pending'))
  // One after the other they would be plain repeats (R17).
  return overlapped(exchanges) ? 'struck' : 'missed'
}

async function otherContent(scene: Scene): Promise<Effect> {
  const { context, operation, held } = scene
  const { connector, profile } = context
  const isThere = scene.known || held.some(({ fired }) => fired)
  if (!isThere) return 'missed'
  scene.other ??= connector.operation(profile)
  const body = { ...operation.request, content: scene.other.request['content'] ?? scene.other.marker }
  await call(scene, connector.publish(operation, { body, odd: true }))
  return 'struck'
}

/** Every request that is held has lost its connector: from now on its write arrives late. */
async function outwait(scene: Scene): Promise<Effect> {
  const { held, context, open } = scene
  if (held.length === 0) return 'missed'
  const { bounds, signal } = context
  const isGone = ({ hits }: Armed): boolean => hits.every(({ connectorGone }) => connectorGone !== undefined)
  const gone = await ask(async () => held.every(isGone) || undefined, {
    withinMs: bounds.operationWithinMs,
    slowestMs: 20,
    signal,
  })
  await within(Promise.all(open), heldForMs, signal)
  return gone === true ? 'struck' : 'missed'
}
