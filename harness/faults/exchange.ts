import type { IncomingMessage, ServerResponse } from 'node:http'
import { nextMoment } from '../wire/exchange.ts'
import { type Connection, openConnection } from './connection.ts'
import { type Entry, excludesWrite, isRead, tell } from './entry.ts'
import { giveAnswer, struck } from './give-answer.ts'
import { headerPairs } from './headers.ts'
import { stringValues } from './json-strings.ts'
import type { Machinery } from './machinery.ts'
import { ownAnswer } from './own-answer.ts'
import { withoutQuery } from './pattern.ts'
import { readableBody, readableRequest } from './readable.ts'
import { readBody } from './read-body.ts'
import type { ReceivedRequest } from './received-request.ts'
import { secretsOf } from './secrets.ts'
import { namesOfAnswer, tokensOfAnswer, tokensOfRequest } from './tokens.ts'
import type { UpstreamAnswer } from './upstream.ts'

const maxRequest = 2 * 1024 * 1024

/** One request of the connector, from its head to its end. */
export async function serveExchange(
  gate: Machinery,
  incoming: IncomingMessage,
  response: ServerResponse,
  isFirst: boolean,
): Promise<void> {
  const { method = 'GET', url: target = '/' } = incoming
  const entry = gate.book.begin(method, withoutQuery(target), isFirst ? 'fresh' : 'reused')
  const connection = openConnection(response, entry)
  try {
    const { bytes, complete, tooLarge } = await readBody(incoming, maxRequest)
    const request = { method, target, headers: headerPairs(incoming.rawHeaders), body: bytes }
    gate.inspect(Buffer.from([target, ...incoming.rawHeaders].join('\n')))
    gate.inspect(bytes)
    attribute(gate, entry, request)
    if (!complete) return
    entry.received = nextMoment()
    tell(entry, gate.observe)
    if (tooLarge) await connection.send(ownAnswer(413, 'text/plain', 'The gate takes requests of at most 2 MiB.\n'))
    else await pass(gate, entry, request, connection)
    noteRefusal(entry)
  } finally {
    gate.book.end(entry)
  }
}

function attribute(gate: Machinery, entry: Entry, request: ReceivedRequest): void {
  for (const secret of secretsOf(request)) gate.secrets.add(secret)
  const isHealth = gate.isHealth(entry)
  const marked = gate.markers.ownerOf(readableRequest(request), { derived: !isHealth })
  if (!isHealth) gate.calibration.study(entry, marked)
  const follows = marked === undefined && !isHealth && !isRead(entry.method)
  const operation = follows ? gate.followers.ownerOf(entry.method, entry.path) : marked
  if (operation === undefined) return
  gate.markers.learn(operation, tokensOfRequest(request))
  gate.book.attribute(entry, operation, gate.calibration.write)
}

async function pass(gate: Machinery, entry: Entry, request: ReceivedRequest, connection: Connection): Promise<void> {
  const down = gate.outages.current()
  if (down) return down(connection)
  const first = gate.arms.take(entry, 'received')
  if (first && (await struck(first, connection)) === 'is over') return
  if (gate.closing.aborted) return
  const answer = await gate.ask(request)
  note(gate, entry, answer)
  first?.forwarded()
  if (answer.kind === 'failure') return passFailure(connection, answer.why)
  await gate.calibration.examine(entry)
  await giveAnswer(gate, entry, connection, answer)
}

function note(gate: Machinery, entry: Entry, answer: UpstreamAnswer): void {
  if (answer.kind === 'failure') {
    entry.upstreamFailure = answer.why
    return
  }
  entry.applied = nextMoment()
  entry.upstreamStatus = answer.status
  tell(entry, gate.observe)
  if (entry.operation === undefined) return
  entry.strings = stringValues(readableBody(answer.headers, answer.body))?.length
  if (isRead(entry.method)) return
  gate.markers.learn(entry.operation, tokensOfAnswer(answer))
  gate.followers.learn(entry.operation, gate.calibration.patternOf(entry), namesOfAnswer(answer))
}

/** A destination that is down gives no answer, and neither does the gate. */
async function passFailure(connection: Connection, why: NonNullable<Entry['upstreamFailure']>): Promise<void> {
  if (why !== 'too large') return connection.reset()
  await connection.send(ownAnswer(502, 'text/plain', 'The gate takes answers of at most 16 MiB.\n'))
}

/** The connector knows that nothing was written: from the destination itself, or because nothing was forwarded. */
function noteRefusal(entry: Entry): void {
  const { answered, givenStatus, upstreamStatus, upstreamFailure } = entry
  if (answered === undefined || givenStatus === undefined || !excludesWrite(givenStatus)) return
  const wasForwarded = upstreamStatus !== undefined || upstreamFailure !== undefined
  if (!wasForwarded || upstreamStatus === givenStatus) entry.refuted = answered
}
