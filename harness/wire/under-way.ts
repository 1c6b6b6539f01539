import type { KeepBody } from './body-store.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import type { Exchange } from './exchange.ts'
import type { Authorization, Outgoing } from './outgoing.ts'
import { type Recording, startRecording } from './recording.ts'
import type { WireRequest } from './request.ts'

export type Observe = (exchange: Exchange, request: WireRequest, authorization: Authorization) => void

/** What every exchange has around it, whichever way it goes. */
export interface Begun {
  readonly recording: Recording
  readonly deadline: Deadline
  /** Ends the deadline with the exchange and tells the observer. */
  readonly observed: (exchange: Promise<Exchange>) => Promise<Exchange>
}

export interface UnderWay {
  begin(outgoing: Outgoing): Begun
  /** Ends every exchange, also those begun later, and waits for their ends. */
  close(): Promise<void>
}

export function exchangesUnderWay(observe: Observe | undefined, keep: KeepBody): UnderWay {
  const closing = new AbortController()
  const underWay = new Set<Promise<Exchange>>()
  return {
    begin(outgoing) {
      const deadline = startDeadline(outgoing.deadlineMs, [outgoing.signal, closing.signal])
      return {
        recording: startRecording(outgoing.asked, keep),
        deadline,
        async observed(going) {
          underWay.add(going)
          try {
            const exchange = await going
            observe?.(exchange, outgoing.request, outgoing.authorization)
            return exchange
          } finally {
            underWay.delete(going)
            deadline[Symbol.dispose]()
          }
        },
      }
    },
    async close() {
      closing.abort()
      await Promise.allSettled(underWay)
    },
  }
}
