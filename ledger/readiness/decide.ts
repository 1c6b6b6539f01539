import type { Intent } from '../record/body.ts'
import type { Subject } from '../record/subject.ts'
import { type Blocker, type BlockerCode, type Decision, type State, stateOfBlocker } from './decision.ts'
import type { Circumstances, EvidenceState, Facts } from './facts.ts'

/** What is asked, of whom. */
export interface Question {
  readonly subject: Subject
  readonly intent: Intent
  /** `SERVICE_PROVIDER_CERTIFICATION_ENFORCED` (§3.2). */
  readonly enforced: boolean
  readonly edition: 'self_hosted' | 'cloud'
  readonly contract_digest?: string
}

/** The one evaluator (§3): pure, fail-closed, the same for every face. */
export function decide(question: Question, facts: Facts, circumstances: Circumstances): Decision {
  const blockers = inOrder(blockersOf(question, facts, circumstances))
  const free = blockers.length === 0
  const { operation } = question.subject
  return {
    state: stateOf(blockers),
    ...(question.contract_digest === undefined ? {} : { contract_digest: question.contract_digest }),
    executable: free,
    connectable: free && operation === 'connect',
    publishable: free && isPublish(operation),
    advertisable: free && isPublish(operation) && mayBeAdvertised(question, facts, circumstances),
    facts,
    ...(free ? {} : { blockers }),
  }
}

const isPublish = (operation: Subject['operation']): boolean =>
  operation === 'publish_immediate' || operation === 'publish_scheduled'

const codes = Object.keys(stateOfBlocker)

const inOrder = (blockers: readonly Blocker[]): readonly Blocker[] =>
  blockers.toSorted((a, b) => codes.indexOf(a.code) - codes.indexOf(b.code))

function stateOf([first]: readonly Blocker[]): State {
  return first === undefined ? 'healthy' : stateOfBlocker[first.code]
}

function blockersOf(question: Question, facts: Facts, circumstances: Circumstances): readonly Blocker[] {
  const { implemented, denied, ledger } = circumstances
  const unsupported = implemented ? [] : [{ code: 'unsupported' } as const]
  // Both are known without the ledger, and stand alone: nothing else was looked at.
  if (denied) return [{ code: 'disabled' }, ...unsupported]
  if (ledger === 'unavailable') return implemented ? [{ code: 'readiness_evidence_unavailable' }] : unsupported
  const disabled = facts.control === 'disabled' ? [{ code: 'disabled' } as const] : []
  if (!implemented) return [...disabled, ...unsupported]
  // The test intent is strict whatever the flag says (D5), but for the evidence that it is there to make.
  const strict = question.enforced || question.intent === 'certification_test'
  return [
    ...disabled,
    ...configuration(question, facts, circumstances),
    ...(isPublish(question.subject.operation) ? authorization(facts, circumstances, strict) : []),
    ...circumstances.invalid.map((code) => ({ code })),
    ...control(facts, strict),
    ...approval(question, facts, circumstances, strict),
    ...policy(facts),
    ...(isPublish(question.subject.operation) ? evidence(question, facts) : []),
  ]
}

function configuration(
  { subject, edition }: Question,
  { configuration: state }: Facts,
  { appMatches }: Circumstances,
): readonly Blocker[] {
  // A dynamic registration exists per instance, so for one exact instance it has still to be made.
  const isThere = state === 'configured' || (state === 'dynamic_registration' && subject.instance_fingerprint === '')
  return given([
    [!isThere, 'missing_configuration'],
    [isThere && !appMatches, 'configuration_mismatch'],
    [edition === 'cloud' && subject.deployment_environment !== 'production', 'wrong_deployment_environment'],
    [edition === 'cloud' && subject.provider_environment !== 'production', 'wrong_provider_environment'],
  ])
}

function authorization(
  { authorization: state }: Facts,
  { grantExpired, missingScopes }: Circumstances,
  strict: boolean,
): readonly Blocker[] {
  return [
    ...given([
      [state !== 'valid' && !grantExpired, 'reconnect_required'],
      [grantExpired, 'authorization_expired'],
    ]),
    ...(strict ? missingScopes.map((detail) => ({ code: 'missing_scope', detail }) as const) : []),
  ]
}

const control = ({ control: state }: Facts, strict: boolean): readonly Blocker[] =>
  given([
    [state === 'degraded', 'degraded'],
    [state === 'unknown' && strict, 'unknown_runtime_control'],
  ])

function approval(
  { intent }: Question,
  { approval: state }: Facts,
  { approvalExpired, trialPermitted }: Circumstances,
  strict: boolean,
): readonly Blocker[] {
  const trialMayRun = intent === 'certification_test' && trialPermitted
  return given([
    [state === 'pending' || (state === 'unknown' && strict && !approvalExpired), 'approval_required'],
    [state === 'unknown' && strict && approvalExpired, 'approval_expired'],
    [state === 'trial' && !trialMayRun, 'trial_only'],
    [state === 'restricted' || state === 'revoked', 'policy_restricted'],
  ])
}

const policy = ({ policy: state, approval: reviewed }: Facts): readonly Blocker[] =>
  given([
    [state === 'restricted' && reviewed !== 'restricted' && reviewed !== 'revoked', 'policy_restricted'],
    [state === 'unknown', 'unknown_policy'],
  ])

function evidence({ intent, enforced }: Question, { local_test, live_certification }: Facts): readonly Blocker[] {
  if (!enforced || intent === 'certification_test') return []
  return [...lacking('local', local_test), ...lacking('live', live_certification)]
}

const lacking = (kind: 'local' | 'live', state: EvidenceState): readonly Blocker[] =>
  state === 'current' ? [] : [{ code: `${kind}_evidence_${state}` }]

/** §10, for the exact production subject. The flag never makes anything claimable, nor does the test intent (§3.3). */
function mayBeAdvertised(
  { subject, intent, edition }: Question,
  facts: Facts,
  { missingScopes, approvalExpired }: Circumstances,
): boolean {
  return (
    intent === 'production' &&
    edition === 'cloud' &&
    subject.deployment_environment === 'production' &&
    subject.provider_environment === 'production' &&
    facts.configuration === 'configured' &&
    facts.control === 'enabled' &&
    facts.policy === 'allowed' &&
    (facts.approval === 'approved' || facts.approval === 'not_required') &&
    !approvalExpired &&
    facts.local_test === 'current' &&
    facts.live_certification === 'current' &&
    missingScopes.length === 0
  )
}

const given = (rules: readonly (readonly [holds: boolean, code: BlockerCode])[]): readonly Blocker[] =>
  rules.flatMap(([holds, code]) => (holds ? [{ code }] : []))
