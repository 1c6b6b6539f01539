import { type RuntimeControlBody, type Subject, subjectFields } from '../../record/index.ts'
import { controlState } from '../../readiness/control-state.ts'
import { expect } from '../problem.ts'
import type { ClaimRule } from '../seen.ts'

/** G13 */
export const aboutControl: ClaimRule = ({ claim: { policy, control }, subject, now, backed }) => {
  const events = backed?.backing.controls
  return [
    ...expect(policy === 'allowed', 'policy: expected allowed'),
    ...expect(control.state === 'enabled' && control.records.length > 0, 'control: expected enabled, by an event'),
    ...expect(
      events === undefined || controlState(events, now) === 'enabled',
      'control: expected the cited events to enable it now',
    ),
    ...expect(
      events?.every((event) => matches(event, subject)) ?? true,
      'control: expected events of this subject only',
    ),
  ]
}

const matches = (event: RuntimeControlBody, subject: Subject): boolean =>
  subjectFields.every((field) => (event[field] === '' && field !== 'provider') || event[field] === subject[field])
