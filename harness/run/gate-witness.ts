import { is2xx } from '../checks/observations.ts'
import type { Gate } from '../faults/gate.ts'
import type { Witness } from '../target/index.ts'

/**
 * The weakest witness: writes of an operation that the destination answered with success. An upper bound, because two
 * writes to a destination with a unique field may be one item.
 */
export const gateWitness = (gate: Gate, operationOf: (marker: string) => string | undefined): Witness => ({
  name: 'gate',
  exact: false,
  async count(marker) {
    const operation = operationOf(marker)
    const writes = operation === undefined ? [] : gate.attempts(operation).filter(({ write }) => write)
    return { count: writes.filter(({ upstreamStatus }) => is2xx(upstreamStatus ?? 0)).length, ids: undefined }
  },
})
