import { expect } from '../problem.ts'
import type { ClaimRule } from '../seen.ts'

const known: readonly string[] = ['built_in', 'environment', 'database', 'dynamic']

/** G10 */
export const aboutConfiguration: ClaimRule = ({ claim: { configuration }, subject, backed }) => [
  ...expect(configuration.state === 'configured', 'state: expected configured'),
  ...expect(known.includes(configuration.source), `source: expected one of ${known.join(', ')}`),
  ...expect(
    backed?.projection.catalogue.includes(subject.app_fingerprint) ?? true,
    'app_fingerprint: expected that of an app in the running catalogue',
  ),
]
