import type { WriteSeen } from '../checks/connector-driver.ts'
import { is2xx } from '../checks/observations.ts'
import type { Attempt, Gate } from '../faults/gate.ts'
import { isRead } from '../faults/entry.ts'
import { isPerhapsUnread } from '../faults/unread.ts'

/** Before the write is known, as during the publish from which it is learned, any request that may change something counts. */
export function writeSeen(gate: Pick<Gate, 'attempts' | 'learned'>, operation: string): WriteSeen {
  const isWrite = ({ write, method }: Attempt): boolean => (gate.learned.write ? write : !isRead(method))
  const writes = gate.attempts(operation).filter(isWrite)
  if (writes.some((write) => isPerhapsUnread(gate, write))) return 'uncertain'
  const answered = writes.findIndex(succeeded)
  if (answered === -1) return 'none'
  // One that writes again may have stopped waiting before it had read the answer, which nobody sees from here.
  return answered === writes.length - 1 ? 'answered' : 'uncertain'
}

const succeeded = ({ answered, upstreamStatus = 0, givenStatus = 0 }: Attempt): boolean =>
  answered !== undefined && is2xx(upstreamStatus) && is2xx(givenStatus)
