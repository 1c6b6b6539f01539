import { RecordError } from '../../record/index.ts'
import { ServiceProblem } from '../problem.ts'

/** A record that must not be made is the fault of what was asked for. */
export function refusing<T>(make: () => T): T {
  try {
    return make()
  } catch (thrown) {
    if (!(thrown instanceof RecordError)) throw thrown
    throw new ServiceProblem('record_refused', 'No record may be made of this; nothing was appended.', {
      errors: thrown.complaints,
    })
  }
}
