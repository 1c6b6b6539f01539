import { connect, type Link, NotConnected } from './connect.ts'
import type { Deadline } from './deadline.ts'
import type { Exchange } from './exchange.ts'
import type { Origin } from './origin.ts'
import { type Conversation, converse } from './raw-socket.ts'
import type { Recording } from './recording.ts'
import type { Started } from './wire.ts'

/** Sends `message` on a socket of our own, which the caller can give up. */
export function startOnSocket(origin: Origin, message: Uint8Array, recording: Recording, deadline: Deadline): Started {
  let link: Link | undefined
  let conversation: Conversation | undefined

  const opened = connect(origin, deadline.signal).then(
    (open) => {
      link = open
      conversation = converse(open, message, recording, deadline.signal)
      return conversation
    },
    (cause: unknown): Exchange => notConnected(recording, cause),
  )

  return {
    sent: opened.then((result) => ('ended' in result ? result.sent : false)),
    exchange: opened.then(async (result) => ('ended' in result ? (await result.ended).exchange : result)),
    giveUp(how) {
      const detail = `the harness gave up (${how})`
      if (link === undefined || conversation === undefined) return deadline.stop(detail)
      conversation.leave(detail)
      if (how === 'fin') link.socket.destroySoon()
      if (how === 'reset') link.reset()
      if (how === 'silent') link.socket.pause()
    },
    close() {
      deadline.stop('the harness closed the connection')
      link?.drop()
    },
  }
}

/** What a failed attempt to connect is on the wire; anything else is our own mistake and flies. */
export function notConnected(recording: Recording, cause: unknown): Exchange {
  if (cause instanceof NotConnected) return recording.silence(cause.why, cause.message)
  throw cause
}
