import { isSuccess } from './entry.ts'
import type { Attempt, Gate } from './gate.ts'

/**
 * Whether the connector may never have read the answer to this request: it left before the answer was complete, or reset
 * the connection afterwards, as an operating system does for a program that closes one with bytes it has not read. A
 * connector that did so after every other write that succeeded undisturbed has the habit, which says nothing.
 */
export function isPerhapsUnread(gate: Pick<Gate, 'attempts'>, attempt: Attempt): boolean {
  if (attempt.connectorGone !== undefined) return true
  if (attempt.afterwards !== 'reset') return false
  const others = gate
    .attempts()
    .filter(({ write, disturbed, began }) => write && !disturbed && began !== attempt.began)
    .filter(({ afterwards, givenStatus = 0 }) => afterwards !== undefined && isSuccess(givenStatus))
  return others.length === 0 || others.some(({ afterwards }) => afterwards !== 'reset')
}
