import type { Started } from '../wire/wire.ts'
import { isStale, publish } from './calls.ts'
import { destinationOf, processOf } from './controls.ts'
import { arm, type Effect, nextOf, strikes } from './disturb.ts'
import { call, type Scene } from './scene.ts'

/** A publish whose client leaves while the gate holds the write; then the write goes on. */
export async function abort(
  scene: Scene,
  how: 'fin' | 'reset' | 'silent',
  at: 'received' | 'applied',
): Promise<Effect> {
  const { context, operation, held } = scene
  // What is held already is under way, so nothing new would come that the client could leave.
  if (held.length > 0 || isStale(scene)) return 'missed'
  using armed = await arm(scene, { on: 'write', at, act: 'hold' })
  const started: Started = context.connector.startPublish(operation)
  try {
    const struck = await strikes(scene, armed, started.exchange)
    if (struck) started.giveUp(how)
    armed.release()
    await destinationOf(scene).drained(operation)
    return struck ? 'struck' : 'missed'
  } finally {
    started.close()
    await started.exchange
  }
}

/** A publish that the connector does not survive, and a new instance. */
export async function crash(scene: Scene, at: 'received' | 'applied' | 'partial' | 'answered'): Promise<Effect> {
  const process = processOf(scene)
  const destination = destinationOf(scene)
  const { operation } = scene
  const nth = await nextOf(scene, 'write')
  using armed = destination.arm(operation, {
    at,
    nth,
    act: at === 'answered' ? { do: 'nothing' } : { do: 'hang' },
    // Nothing holds the answer: only a kill in the same turn can come before it is acted on.
    ...(at === 'answered' ? { onHit: () => process.killNow() } : {}),
  })
  const answer = publish(scene)
  const answered = call(scene, answer)
  if (!(await strikes(scene, armed, answer))) {
    await answered
    return 'missed'
  }
  await process.kill()
  await process.start()
  await answered
  if (scene.held.length === 0) await destination.drained(operation)
  return 'struck'
}
