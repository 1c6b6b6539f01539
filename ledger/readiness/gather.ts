import {
  contractDigest,
  fingerprints,
  type FingerprintKey,
  type Intent,
  isPublish,
  publicationContract,
  type Requirements,
  subjectDigest,
} from '../record/index.ts'
import type { Subject } from '../record/subject.ts'
import { approvalState } from './approval-state.ts'
import { controlState } from './control-state.ts'
import type { Question } from './decide.ts'
import { type EvidenceSource, EvidenceUnavailable } from './evidence-source.ts'
import { evidenceState } from './evidence-state.ts'
import type { Circumstances, Facts } from './facts.ts'
import type { AccountSource, ProfileSource, ProviderSource, Sources } from './sources.ts'

/** One operation of one provider, for one account and profile where it publishes. */
export interface Asked {
  readonly provider: ProviderSource
  readonly operation: Subject['operation']
  readonly intent: Intent
  readonly account?: AccountSource
  readonly profile?: ProfileSource
}

export interface Surroundings {
  readonly sources: Sources
  readonly evidence: EvidenceSource
  /** Undefined when it is missing: no subject can be named then. */
  readonly key: FingerprintKey | undefined
  readonly requirements_digest: string
  /** `YYYY-MM-DDTHH:MM:SS.mmmZ` */
  readonly now: string
}

/** Everything that {@link decide} wants to know. */
export interface Gathered {
  readonly question: Question
  readonly facts: Facts
  readonly circumstances: Circumstances
}

/** What nobody has looked at. */
const nothing: Facts = {
  configuration: 'unknown',
  local_test: 'missing',
  live_certification: 'missing',
  approval: 'unknown',
  authorization: 'unknown',
  control: 'unknown',
  policy: 'unknown',
}

/** Collects the facts of one subject. What is denied or not implemented is known before any ledger is read. */
export async function gather(asked: Asked, around: Surroundings): Promise<Gathered> {
  const { sources, key, now } = around
  const subject = subjectOf(asked, around)
  const requirements = requirementsOf(asked, subject, around)
  const question: Question = {
    subject,
    intent: asked.intent,
    enforced: sources.enforced,
    edition: sources.edition,
    ...(requirements === undefined ? {} : { contract_digest: requirements.contract_digest }),
  }
  const facts: Facts = { ...nothing, ...known(asked, now) }
  const circumstances: Circumstances = {
    implemented: asked.provider.implemented,
    denied: sources.denied.includes(asked.provider.id),
    appMatches: true,
    grantExpired: grantExpired(asked.account, now),
    missingScopes: missingScopes(asked),
    approvalExpired: false,
    trialPermitted: asked.provider.trial_permitted,
    ledger: 'readable',
    invalid: invalid(asked, now),
  }
  if (circumstances.denied) return { question, facts, circumstances }
  if (key === undefined) return { question, facts, circumstances: { ...circumstances, ledger: 'unavailable' } }
  try {
    const review = await around.evidence.review(subject)
    const approval = approvalState(review, now)
    const control = controlState(await around.evidence.controls(subject, now), now)
    const proof = requirements === undefined ? {} : await proofOf(asked, subject, requirements, review, around, key)
    return {
      question,
      facts: { ...facts, approval: approval.state, control, ...proof },
      circumstances: { ...circumstances, approvalExpired: approval.expired },
    }
  } catch (error) {
    if (!(error instanceof EvidenceUnavailable)) throw error
    return { question, facts, circumstances: { ...circumstances, ledger: 'unavailable' } }
  }
}

/** Empty fingerprints stand in where there is no key; nothing is looked up by them. */
export function subjectOf(
  { provider, operation, account, profile }: Pick<Asked, 'provider' | 'operation' | 'account' | 'profile'>,
  { sources, key }: Pick<Surroundings, 'sources' | 'key'>,
): Subject {
  const { app } = provider
  return {
    provider: provider.id,
    app_fingerprint: key ? fingerprints(key).app({ provider: provider.id, app: app.label }) : '',
    deployment_environment: sources.deployment_environment,
    provider_environment: app.provider_environment,
    instance_fingerprint: key && app.instance !== '' ? fingerprints(key).instance(app.instance) : '',
    account_kind: account?.kind ?? '',
    output_profile: profile?.id ?? '',
    operation,
    policy_mode: account?.policy_mode ?? 'standard',
  }
}

interface Measured {
  readonly contract_digest: string
  readonly requirements: Requirements
}

function requirementsOf(
  { profile }: Asked,
  subject: Subject,
  { requirements_digest }: Surroundings,
): Measured | undefined {
  const { operation } = subject
  if (profile === undefined || !isPublish(operation)) return undefined
  const { capability_digest, required_scopes } = profile
  const contract = publicationContract(
    { ...subject, operation },
    { capability_digest, required_scopes, requirements_digest },
  )
  return { contract_digest: contractDigest(contract), requirements: contract.requirements }
}

/** What is known without a ledger. */
function known({ provider, account }: Asked, now: string): Partial<Facts> {
  return {
    configuration: provider.app.state,
    ...(account === undefined
      ? { authorization: 'not_applicable', policy: 'allowed' }
      : {
          authorization: grantExpired(account, now) ? 'reconnect_required' : account.grant.state,
          policy: account.policy,
        }),
  }
}

const grantExpired = (account: AccountSource | undefined, now: string): boolean =>
  account?.grant.expires_at !== undefined && account.grant.expires_at <= now

const missingScopes = ({ account, profile }: Asked): readonly string[] =>
  (profile?.required_scopes ?? []).filter((scope) => !account?.grant.scopes.includes(scope)).toSorted()

/** A publish is about an account and a profile; without them nobody knows what is asked. */
function invalid({ operation, account, profile }: Asked, now: string): Circumstances['invalid'] {
  const nameless = isPublish(operation) && (account === undefined || profile === undefined)
  const clock = new Date(now)
  return [
    ...(nameless ? (['invalid_subject'] as const) : []),
    ...(Number.isNaN(clock.getTime()) || clock.toISOString() !== now ? (['invalid_evaluation'] as const) : []),
  ]
}

async function proofOf(
  { provider, account }: Asked,
  subject: Subject,
  { contract_digest, requirements }: Measured,
  review: Awaited<ReturnType<EvidenceSource['review']>>,
  { evidence, now }: Surroundings,
  key: FingerprintKey,
): Promise<Pick<Facts, 'local_test' | 'live_certification'>> {
  const account_fingerprint = account
    ? fingerprints(key).account({ account_id: account.id, provider: provider.id, workspace_id: account.workspace_id })
    : ''
  const expectation = {
    subject,
    contract_digest,
    fp_key_id: key.id,
    review,
    required_scopes: requirements.required_scopes,
    granted_scopes: account?.grant.scopes ?? [],
    now,
  }
  const digest = subjectDigest(subject)
  const [local, live] = await Promise.all([
    evidence.evidence({ subjectDigest: digest, kind: 'local' }),
    evidence.evidence({ subjectDigest: digest, kind: 'live', account: account_fingerprint }),
  ])
  return {
    local_test: evidenceState(local, {
      ...expectation,
      kind: 'local',
      account_fingerprint: '',
      required_checks: requirements.required_local_checks,
    }),
    live_certification: evidenceState(live, {
      ...expectation,
      kind: 'live',
      account_fingerprint,
      required_checks: requirements.required_live_checks,
    }),
  }
}
