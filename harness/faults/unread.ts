import { isSuccess } from './entry.ts'
import type { Attempt, Gate } from './gate.ts'

/**
 * Whether the connector may never have read the answer to this request: it left before the answer was complete, or reset
 * the connection afterwards, as an operating system does for a program that closes one with bytes it has not read. A
 * connector that did so on every other write that succeeded undisturbed has the habit, which says nothing.
 */
export function isPerhapsUnread(gate: Pick<Gate, 'attempts'>, { connectorGone, reset, began }: Attempt): boolean {
  if (connectorGone !== undefined) return true
  if (reset === undefined) return false
  const others = gate
    .attempts()
    .filter((other) => other.write && !other.disturbed && other.began !== began)
    .filter(({ answered, givenStatus = 0 }) => answered !== undefined && isSuccess(givenStatus))
  return others.length === 0 || others.some((other) => other.reset === undefined)
}
