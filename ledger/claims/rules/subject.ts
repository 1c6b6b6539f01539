import { idPattern } from '../../../harness/protocol/index.ts'
import { isPublish } from '../../record/index.ts'
import { expect } from '../problem.ts'
import type { ClaimRule } from '../seen.ts'

const digest = /^sha256:[0-9a-f]{64}$/
const slug = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/
const protocolId = new RegExp(idPattern)

/** G9 */
export const aboutSubject: ClaimRule = ({ claim: { subject } }) => [
  ...expect(protocolId.test(subject.provider), 'provider: expected an id by the ID format of the protocol'),
  ...expect(protocolId.test(subject.output_profile), 'output_profile: expected an id by the ID format of the protocol'),
  ...expect(digest.test(subject.app_fingerprint), 'app_fingerprint: expected a fingerprint'),
  ...expect(
    subject.instance_fingerprint === null || digest.test(subject.instance_fingerprint),
    'instance_fingerprint: expected a fingerprint, or null',
  ),
  ...expect(subject.deployment_environment === 'production', 'deployment_environment: expected production'),
  ...expect(subject.provider_environment === 'production', 'provider_environment: expected production'),
  ...expect(isPublish(subject.operation), 'operation: expected publish_immediate or publish_scheduled'),
  ...expect(slug.test(subject.account_kind), 'account_kind: expected a slug'),
  ...expect(slug.test(subject.policy_mode), 'policy_mode: expected a slug'),
]
