import type { Afterwards } from './acts/act-context.ts'
import { perform } from './acts/perform.ts'
import type { Strike } from './arms.ts'
import type { Connection } from './connection.ts'
import { type Entry, isSuccess } from './entry.ts'
import type { Machinery } from './machinery.ts'
import { readableAnswer } from './readable.ts'
import type { CompleteAnswer } from './received-request.ts'

/** From the destination's answer in the gate to its last byte on the way to the connector. */
export async function giveAnswer(
  gate: Machinery,
  entry: Entry,
  connection: Connection,
  answer: CompleteAnswer,
): Promise<void> {
  const second = gate.outages.current() ? undefined : gate.arms.take(entry, 'applied')
  const after = second ? await struck(second, connection, answer) : 'goes on'
  if (after === 'is over') return
  // What began before the outage does not get past it either.
  const down = gate.outages.current()
  if (down) return down(connection)
  const given = after === 'goes on' ? answer : after.goesOnWith
  const partial = gate.arms.take(entry, 'partial')
  if (partial) return givePart(partial, connection, given)
  const last = gate.arms.take(entry, 'answered')
  if (await connection.send(given, () => last?.strike())) noteRead(gate, entry, answer)
}

/** Strikes at once, without a turn of the event loop between the moment itself and whoever waits for it. */
export function struck(strike: Strike, connection: Connection, answer?: CompleteAnswer): Promise<Afterwards> {
  strike.strike()
  return perform(strike.act, { connection, answer, released: strike.released })
}

async function givePart(strike: Strike, connection: Connection, answer: CompleteAnswer): Promise<void> {
  const isSent = await connection.sendPart(answer, strike.bytes, () => strike.strike())
  if (isSent) await perform(strike.act, { connection, answer, released: strike.released })
}

function noteRead(gate: Machinery, entry: Entry, answer: CompleteAnswer): void {
  const { operation, began, answered } = entry
  const { status } = answer
  if (operation === undefined || answered === undefined || entry.write || entry.method !== 'GET') return
  if (!isSuccess(status) && status !== 404 && status !== 410) return
  const sawItem = isSuccess(status) && gate.markers.names(operation, readableAnswer(answer.headers, answer.body))
  gate.observe({ type: 'read-answered', operation, began, moment: answered, status, sawItem })
}
