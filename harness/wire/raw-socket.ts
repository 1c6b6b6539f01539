import type { Link } from './connect.ts'
import { kindOfEnd, whyEnded } from './deadline.ts'
import type { Exchange, Silence } from './exchange.ts'
import type { Recording } from './recording.ts'
import { type Reading, responseReader } from './response-reader.ts'

/** One request and its answer on a link of our own. */
export interface Conversation {
  /** True once every byte was handed to the kernel, false when the connection failed before. */
  readonly sent: Promise<boolean>
  readonly ended: Promise<Ended>
  /** Stops listening and leaves the link to the caller. */
  leave(detail: string): void
}

export interface Ended {
  readonly exchange: Exchange
  /** The link is still open and can carry another request; otherwise it was dropped. */
  readonly reusable: boolean
}

/** Writes `message` in this turn of the event loop. Never resends, never throws, never rejects. */
export function converse(link: Link, message: Uint8Array, recording: Recording, signal: AbortSignal): Conversation {
  const { socket } = link
  const reader = responseReader()
  let settle: (ended: Ended) => void = () => {}
  const ended = new Promise<Ended>((resolve) => (settle = resolve))

  let listening = true

  const stopListening = (): void => {
    listening = false
    socket.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak)
    signal.removeEventListener('abort', onExpiry)
  }
  const finish = (exchange: Exchange, reusable = false): void => {
    stopListening()
    if (!reusable) link.drop()
    settle({ exchange, reusable })
  }
  const fail = (why: Silence['why'], detail: string): void => {
    if (listening) finish(recording.silence(why, detail, reader.status))
  }
  const take = (reading: Reading): void => {
    if (reading.kind === 'broken') fail(reading.why, reading.detail)
    if (reading.kind !== 'complete') return
    const { head, body, staysOpen } = reading
    finish(recording.answer(head.status, head.headers, body), staysOpen)
  }
  const onData = (chunk: Buffer): void => {
    recording.firstByte()
    take(reader.push(chunk))
  }
  const onEnd = (): void => take(reader.end())
  const onBreak = (): void => fail('reset', 'the connection was reset before the answer was complete')
  const onExpiry = (): void => fail(kindOfEnd(signal), whyEnded(signal))

  socket.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak)
  signal.addEventListener('abort', onExpiry)
  recording.writing()
  const sent = new Promise<boolean>((resolve) => {
    if (signal.aborted) {
      // Too late to begin: better nothing than a request that nobody waits for.
      onExpiry()
      return resolve(false)
    }
    socket.write(message, (cause) => {
      if (cause) onBreak()
      else recording.sent()
      resolve(!cause)
    })
  })
  return {
    sent,
    ended,
    leave(detail) {
      if (!listening) return
      stopListening()
      settle({ exchange: recording.silence('given up', detail, reader.status), reusable: false })
    },
  }
}
