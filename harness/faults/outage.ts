import type { Connection } from './connection.ts'
import { deferred } from './deferred.ts'
import { GateError } from './gate-error.ts'
import type { OutageKind } from './gate.ts'
import type { Listener } from './listener.ts'
import { statusAnswer } from './own-answer.ts'

/** The state of the whole destination. */
export interface Outages {
  /** How a complete request fares while the destination is down; undefined while it is up. */
  current(): ((connection: Connection) => Promise<void>) | undefined
  begin(how: OutageKind, body?: string): Promise<AsyncDisposable>
}

const errorBody = JSON.stringify({ error: 'internal_error', message: 'The destination failed.' })

export function createOutages(listener: Listener): Outages {
  let current: ((connection: Connection) => Promise<void>) | undefined
  let isDown = false

  return {
    current: () => current,
    async begin(how, body = errorBody) {
      if (isDown) throw new GateError('misuse', 'an outage of the destination is on already')
      isDown = true
      const over = deferred()
      current = faring(how, body, over.promise)
      if (how === 'refused') await listener.stop()
      return {
        async [Symbol.asyncDispose]() {
          if (!isDown || current === undefined) return
          current = undefined
          over.resolve()
          if (how === 'refused') await listener.resume()
          isDown = false
        },
      }
    },
  }
}

function faring(how: OutageKind, body: string, over: Promise<void>): (connection: Connection) => Promise<void> {
  switch (how) {
    case 'refused':
      // Its connection is reset already; what had not been forwarded is not any more.
      return async (connection) => connection.reset()
    case 'hanging':
      return async (connection) => {
        await Promise.race([connection.closed, over])
        connection.reset()
      }
    case '500':
      return async (connection) => {
        await connection.send(statusAnswer(500, body))
      }
  }
}
