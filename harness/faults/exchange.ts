import type { IncomingMessage, ServerResponse } from 'node:http'
import { nextMoment } from '../wire/exchange.ts'
import { perform } from './acts/perform.ts'
import type { Arms } from './arms.ts'
import type { Book } from './book.ts'
import type { Calibration } from './calibration.ts'
import { type Connection, cutSocket, openConnection } from './connection.ts'
import { type Entry, excludesWrite, isSuccess, tell } from './entry.ts'
import type { GateEvent, Point } from './gate.ts'
import { headerPairs } from './headers.ts'
import type { Markers } from './markers.ts'
import type { Outages } from './outage.ts'
import { ownAnswer } from './own-answer.ts'
import { withoutQuery } from './pattern.ts'
import { readableAnswer, readableRequest } from './readable.ts'
import { readBody } from './read-body.ts'
import type { CompleteAnswer, ReceivedRequest } from './received-request.ts'
import { secretsOf } from './secrets.ts'
import { tokensOfAnswer, tokensOfRequest } from './tokens.ts'
import type { UpstreamAnswer } from './upstream.ts'

/** The parts of the gate, as one request meets them. */
export interface Machinery {
  readonly book: Book
  readonly markers: Markers
  readonly arms: Arms
  readonly calibration: Calibration
  readonly outages: Outages
  readonly secrets: Set<string>
  readonly isHealth: (entry: Entry) => boolean
  readonly ask: (request: ReceivedRequest) => Promise<UpstreamAnswer>
  readonly observe: (event: GateEvent) => void
  readonly inspect: (bytes: Uint8Array) => void
  /** Set once the gate closes: nothing is forwarded any more. */
  readonly closing: AbortSignal
}

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
  const connection = openConnection(response, entry, cutSocket)
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
  const operation = gate.markers.ownerOf(readableRequest(request), { derived: !gate.isHealth(entry) })
  if (operation === undefined) return
  gate.markers.learn(operation, tokensOfRequest(request))
  gate.book.attribute(entry, operation, gate.calibration.write)
}

async function pass(gate: Machinery, entry: Entry, request: ReceivedRequest, connection: Connection): Promise<void> {
  const down = gate.outages.current()
  if (down) return down(connection)
  if (await isStruck(gate, entry, 'received', connection)) return
  if (gate.closing.aborted) return
  const answer = await gate.ask(request)
  if (answer.kind === 'failure') return passFailure(entry, connection, answer.why)
  entry.applied = nextMoment()
  entry.upstreamStatus = answer.status
  tell(entry, gate.observe)
  if (entry.operation !== undefined && entry.method !== 'GET')
    gate.markers.learn(entry.operation, tokensOfAnswer(answer))
  await gate.calibration.examine(entry)
  if (await isStruck(gate, entry, 'applied', connection, answer)) return
  if (await connection.send(answer)) noteRead(gate, entry, answer)
}

/** Strikes at once, without a turn of the event loop between the moment itself and whoever waits for it. */
async function isStruck(
  gate: Machinery,
  entry: Entry,
  at: Point,
  connection: Connection,
  answer?: CompleteAnswer,
): Promise<boolean> {
  const strike = gate.arms.strike(entry, at)
  if (!strike) return false
  return (await perform(strike.act, { connection, answer, released: strike.released })) === 'is over'
}

/** A destination that is down gives no answer, and neither does the gate. */
async function passFailure(
  entry: Entry,
  connection: Connection,
  why: NonNullable<Entry['upstreamFailure']>,
): Promise<void> {
  entry.upstreamFailure = why
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

function noteRead(gate: Machinery, entry: Entry, answer: CompleteAnswer): void {
  const { operation, began, answered } = entry
  const { status } = answer
  if (operation === undefined || answered === undefined || entry.write || entry.method !== 'GET') return
  if (!isSuccess(status) && status !== 404 && status !== 410) return
  const sawItem = isSuccess(status) && gate.markers.names(operation, readableAnswer(answer.headers, answer.body))
  gate.observe({ type: 'read-answered', operation, began, moment: answered, sawItem })
}
