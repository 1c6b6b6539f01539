import type { Decision, State } from './decision.ts'
import type { Question } from './decide.ts'
import type { Circumstances, Facts } from './facts.ts'

/*
 * The decision once more, as the table of §3 of the evidence design reads: for each value of each fact the state that it
 * leads to with the flag off, with the flag on, and under the test intent. Written apart from `decide.ts` on purpose: it
 * shares no code with it and knows nothing of how blockers are made.
 */

type Row = readonly [off: State, on: State, test: State]
const ok: Row = ['healthy', 'healthy', 'healthy']
const always = (state: State): Row => [state, state, state]

const control: Readonly<Record<Facts['control'], Row>> = {
  disabled: always('disabled'),
  degraded: always('degraded'),
  unknown: ['healthy', 'degraded', 'degraded'],
  enabled: ok,
}
const configuration: Readonly<Record<Facts['configuration'], Row>> = {
  unknown: always('needs_configuration'),
  missing: always('needs_configuration'),
  dynamic_registration: ok,
  configured: ok,
}
const authorization: Readonly<Record<Facts['authorization'], Row>> = {
  unknown: always('reconnect_required'),
  not_applicable: always('reconnect_required'),
  reconnect_required: always('reconnect_required'),
  valid: ok,
}
const approval = (trialPermitted: boolean): Readonly<Record<Facts['approval'], Row>> => ({
  unknown: ['healthy', 'approval_required', 'approval_required'],
  not_required: ok,
  pending: always('approval_required'),
  trial: ['trial_only', 'trial_only', trialPermitted ? 'healthy' : 'trial_only'],
  approved: ok,
  restricted: always('policy_restricted'),
  revoked: always('policy_restricted'),
})
const policy: Readonly<Record<Facts['policy'], Row>> = {
  unknown: always('policy_restricted'),
  restricted: always('policy_restricted'),
  allowed: ok,
}
const evidence: Readonly<Record<Facts['local_test'], Row>> = {
  current: ok,
  expired: ['healthy', 'expired_proof', 'healthy'],
  missing: ['healthy', 'certification_required', 'healthy'],
  mismatch: ['healthy', 'certification_required', 'healthy'],
  failed: ['healthy', 'certification_required', 'healthy'],
}

const precedence: readonly State[] = [
  'disabled',
  'unsupported',
  'needs_configuration',
  'reconnect_required',
  'degraded',
  'approval_required',
  'trial_only',
  'policy_restricted',
  'expired_proof',
  'certification_required',
  'healthy',
]

export type Expected = Pick<Decision, 'state' | 'executable' | 'connectable' | 'publishable' | 'advertisable'>

export function expected(question: Question, facts: Facts, circumstances: Circumstances): Expected {
  const state = worst(statesThatHold(question, facts, circumstances))
  const { operation, deployment_environment, provider_environment } = question.subject
  const publishes = operation.startsWith('publish_')
  const claimable =
    [question.intent, question.edition, deployment_environment, provider_environment].join(' ') ===
      'production cloud production production' &&
    [facts.configuration, facts.control, facts.policy].join(' ') === 'configured enabled allowed' &&
    ['approved', 'not_required'].includes(facts.approval) &&
    [facts.local_test, facts.live_certification].every((each) => each === 'current') &&
    circumstances.missingScopes.length === 0
  return {
    state,
    executable: state === 'healthy',
    connectable: state === 'healthy' && operation === 'connect',
    publishable: state === 'healthy' && publishes,
    advertisable: state === 'healthy' && publishes && claimable,
  }
}

const worst = (held: readonly State[]): State => precedence.find((state) => held.includes(state)) ?? 'healthy'

function statesThatHold(question: Question, facts: Facts, circumstances: Circumstances): readonly State[] {
  const column = question.intent === 'certification_test' ? 2 : question.enforced ? 1 : 0
  if (circumstances.denied) return ['disabled']
  if (!circumstances.implemented) {
    const seen = circumstances.ledger === 'readable' && facts.control === 'disabled'
    return seen ? ['disabled'] : ['unsupported']
  }
  if (circumstances.ledger === 'unavailable') return ['degraded']
  const { subject, edition } = question
  const rows: Row[] = [
    control[facts.control],
    configuration[facts.configuration],
    approval(circumstances.trialPermitted)[facts.approval],
    policy[facts.policy],
    circumstances.appMatches ? ok : always('needs_configuration'),
    facts.configuration === 'dynamic_registration' && subject.instance_fingerprint !== ''
      ? always('needs_configuration')
      : ok,
    edition === 'cloud' &&
    (subject.deployment_environment !== 'production' || subject.provider_environment !== 'production')
      ? always('needs_configuration')
      : ok,
    circumstances.invalid.length > 0 ? always('degraded') : ok,
  ]
  if (subject.operation.startsWith('publish_')) {
    rows.push(
      authorization[facts.authorization],
      evidence[facts.local_test],
      evidence[facts.live_certification],
      circumstances.missingScopes.length > 0 ? ['healthy', 'reconnect_required', 'reconnect_required'] : ok,
    )
  }
  return rows.map((row) => row[column])
}
