import { destinationBody } from '../checks/destination-body.ts'
import { within } from '../checks/poll.ts'
import type { Act, Armed, Attempt } from '../faults/gate.ts'
import type { Exchange } from '../wire/exchange.ts'
import { lookup, publish } from './calls.ts'
import { destinationOf } from './controls.ts'
import { call, type Scene } from './scene.ts'
import type { Fault, FaultAct } from './step.ts'

/** What came of a step: its disturbance struck, or there was nothing that it could strike. */
export type Effect = 'done' | 'struck' | 'missed'

/** A call, and what becomes of the request that the connector makes for it. */
export async function disturbed(scene: Scene, what: 'publish' | 'lookup', fault: Fault): Promise<Effect> {
  const armed = await arm(scene, fault)
  const isHeld = fault.act === 'hold'
  if (isHeld) scene.held.push(armed)
  try {
    const answer = what === 'publish' ? publish(scene) : lookup(scene)
    const answered = call(scene, answer)
    const struck = await strikes(scene, armed, answer)
    await answered
    if (isHeld && struck) return 'struck'
    if (isHeld) scene.held.splice(scene.held.indexOf(armed), 1)
    else if (scene.held.length === 0) await destinationOf(scene).drained(scene.operation)
    return struck ? 'struck' : 'missed'
  } finally {
    if (!scene.held.includes(armed)) armed[Symbol.dispose]()
  }
}

export async function arm(scene: Scene, { on, at, act }: Fault): Promise<Armed> {
  const destination = destinationOf(scene)
  const { operation, context } = scene
  return destination.arm(operation, { target: on, nth: await nextOf(scene, on), at, act: actOf(act, context) })
}

/** The number of the next request of this kind, once nothing is under way that might be it. */
export async function nextOf(scene: Scene, on: Fault['on']): Promise<number> {
  const destination = destinationOf(scene)
  if (scene.held.length === 0) await destination.drained(scene.operation)
  const isWanted = ({ write }: Attempt): boolean => write === (on === 'write')
  return destination.gate.attempts(scene.operation.id).filter(isWanted).length + 1
}

function actOf(act: FaultAct, { secrets }: Scene['context']): Act {
  switch (act) {
    case 'hold':
    case 'hang':
    case 'reset':
    case 'truncate':
    case 'drop':
    case 'end':
      return { do: act }
    case 'garbage':
      return { do: 'garbage', body: destinationBody(secrets) }
    case '422':
    case '500':
    case '502':
    case '504':
      return { do: 'status', status: Number(act), body: destinationBody(secrets) }
  }
}

/**
 * Whether the fault strikes. After the answer of the call no request is to be expected, but of a connector that answers
 * pending and writes on its own.
 */
export async function strikes(scene: Scene, armed: Armed, answer: Promise<Exchange>): Promise<boolean> {
  const { signal } = scene.context
  const hit = armed.hit.then(() => true)
  const answered = answer.then(() => false)
  if (await Promise.race([hit, answered])) return true
  if (scene.outage === undefined && scene.worksForMs > 0 && !(await wasWritten(scene))) {
    await within(hit, scene.worksForMs, signal)
  }
  return armed.fired
}

/** A write of the operation was answered with success, and the connector told of it. */
async function wasWritten(scene: Scene): Promise<boolean> {
  return destinationOf(scene)
    .gate.attempts(scene.operation.id)
    .some(
      ({ write, answered, givenStatus = 0 }) =>
        write && answered !== undefined && givenStatus >= 200 && givenStatus < 300,
    )
}
