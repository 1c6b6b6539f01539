import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import {
  type ApprovalReviewBody,
  type Body,
  type CertificationCheckBody,
  type CertificationRunBody,
  checksDigest,
  type CheckKind,
  conformanceChecks,
  type EvidenceKind,
  genesisHash,
  type Role,
  type RuntimeControlBody,
  signBody,
  type SignedBody,
  type SigningKey,
  type Subject,
  subjectDigest,
  subjectFields,
  type TrustedKey,
} from '../record/index.ts'
import { fingerprintKey, operatorRef } from '../record/fingerprint.ts'
import { keyidOf } from '../record/trusted-keys.ts'
import type { Batch, RunKey } from './store.ts'

/** Valid signed bodies in any number: the same seed gives the same bytes, and every call another record. */
export interface Samples {
  readonly trusted: readonly TrustedKey[]
  readonly keys: Readonly<Record<Role, SigningKey>>
  subject(more?: Partial<Subject>): Subject
  review(more?: Partial<ApprovalReviewBody>): SignedBody
  control(more?: Partial<RuntimeControlBody>): SignedBody
  /** A run with its six checks. */
  run(more?: RunWish): Batch
  /** For a body that was changed by hand. */
  sign(body: Body, role?: Role): SignedBody
}

export interface RunWish {
  readonly subject?: Subject
  readonly kind?: EvidenceKind
  readonly result?: 'passed' | 'failed'
  readonly testedAt?: string
  /** Names the account of live evidence. */
  readonly account?: string
  /** What live evidence was made under: the review and the hash of its record. */
  readonly under?: { readonly review: SignedBody; readonly recordHash: string }
  readonly id?: string
}

/** @param keysFrom another seed for the keys, so that several processes sign with the same */
export function samples(seed: number, keysFrom: number = seed): Samples {
  const keys = {
    runner: signingKey(`runner ${keysFrom}`),
    admin: signingKey(`admin ${keysFrom}`),
    ledger: signingKey(`ledger ${keysFrom}`),
  }
  let made = 0
  const next = (): number => (made += 1)
  const sign: Samples['sign'] = (body, role = body.ledger.startsWith('certification') ? 'runner' : 'admin') =>
    signBody(keys[role], body)
  const common = <Name extends Body['ledger']>(ledger: Name) => {
    const number = next()
    return {
      v: 1 as const,
      ledger,
      id: idFrom(seed, number),
      recorded_at: timeAt(number),
      operator_ref: operator,
      fp_alg: 'hmac-sha256' as const,
      fp_key_id: keyId,
    }
  }

  return {
    keys,
    trusted: [
      { keyid: keys.runner.keyid, role: 'runner', publicKey: keys.runner.publicKey },
      { keyid: keys.admin.keyid, role: 'admin', publicKey: keys.admin.publicKey },
      { keyid: keys.ledger.keyid, role: 'ledger', publicKey: keys.ledger.publicKey },
    ],
    subject,
    sign,
    review(more = {}) {
      const { provider, app_fingerprint, provider_environment, instance_fingerprint } = subject()
      const shared = common('approval_review')
      return sign({
        ...shared,
        provider,
        app_fingerprint,
        provider_environment,
        instance_fingerprint,
        approval_state: 'approved',
        approval_tier: 'standard',
        source_ref: 'review-board',
        source_digest: digestOf('source'),
        reviewed_at: shared.recorded_at,
        expires_at: timeAt(365 * minutesOfDay),
        ...more,
      })
    },
    control(more = {}) {
      const shared = common('runtime_control')
      return sign({
        ...shared,
        ...subject(),
        state: 'enabled',
        reason_code: 'routine',
        starts_at: shared.recorded_at,
        expires_at: null,
        ...more,
      })
    },
    run(wish = {}) {
      const shared = common('certification_run')
      const { kind = 'local', result = 'passed', testedAt = shared.recorded_at } = wish
      const run = { ...shared, id: wish.id ?? shared.id, recorded_at: testedAt }
      const about = wish.subject ?? subject()
      const checks = kindsOf(about).map((each) => ({
        ...common('certification_check'),
        ...checkOf(each, run.id, testedAt, result === 'failed' && each === 'final_result'),
      }))
      const body: CertificationRunBody = {
        ...run,
        ...about,
        ...underReview(wish),
        evidence_kind: kind,
        intent: 'production',
        subject_digest: subjectDigest(about),
        account_fingerprint: kind === 'live' ? digestOf(wish.account ?? 'account') : '',
        tested_revision: '0123456789abcdef0123456789abcdef01234567',
        contract_digest: digestOf('contract'),
        harness_version: '0.1.0',
        harness_digest: digestOf('harness'),
        plan_digest: digestOf('plan'),
        requirements_digest: digestOf('requirements'),
        kill_matrix_digest: digestOf('kill-matrix'),
        artifact_digest: digestOf(run.id),
        witness: kind === 'live' ? 'items-query' : 'simulated',
        conformance: kind === 'live' ? [] : conformanceChecks.map((check) => `${check}:passed`).toSorted(),
        cases_passed: 150,
        cases_failed: 0,
        cases_inapplicable: 3,
        cases_inconclusive: 0,
        required_scopes: [],
        granted_scopes: [],
        tested_at: testedAt,
        completed_at: later(testedAt, 1),
        expires_at: later(testedAt, 80 * minutesOfDay),
        check_count: checks.length,
        checks_digest: checksDigest(checks),
        result,
      }
      return [body, ...checks].map((each) => sign(each))
    },
  }
}

/** Another subject for every name. */
export const subject = (more: Partial<Subject> = {}): Subject => ({
  provider: 'blog',
  app_fingerprint: digestOf('app'),
  deployment_environment: 'production',
  provider_environment: 'production',
  instance_fingerprint: '',
  account_kind: 'standard',
  output_profile: 'blog.post',
  operation: 'publish_immediate',
  policy_mode: 'standard',
  ...more,
})

/** What the runs of a subject are looked up by. */
export const keyOf = (about: Subject, kind: EvidenceKind = 'local', account = 'account'): RunKey => ({
  subjectDigest: subjectDigest(about),
  kind,
  ...(kind === 'live' ? { account: digestOf(account) } : {}),
})

/** A selector that matches everything of a provider. */
export const anything: Pick<RuntimeControlBody, keyof Subject> = {
  ...(Object.fromEntries(subjectFields.map((field) => [field, ''])) as unknown as Subject),
  provider: 'blog',
}

export const bodyOf = (signed: SignedBody | undefined): Body => JSON.parse(signed?.body ?? 'null') as Body

/** Minutes after the beginning of 2026. */
export const timeAt = (minutes: number): string => later('2026-01-01T00:00:00.000Z', minutes)

export const later = (time: string, minutes: number): string =>
  new Date(Date.parse(time) + minutes * 60_000).toISOString()

export const digestOf = (word: string): string => `sha256:${hex(word)}`

const minutesOfDay = 24 * 60
const key = fingerprintKey(Buffer.alloc(32, 7))
const keyId = key.id
const operator = operatorRef(key, 'operator')

const hex = (word: string): string => createHash('sha256').update(word).digest('hex')

function idFrom(seed: number, number: number): string {
  const digits = hex(`${seed} ${number}`)
  const time = (number + 0x19b000000000).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(6, 18)}`
}

const kindsOf = ({ operation }: Subject): readonly CheckKind[] => [
  'connect',
  'authorization',
  operation === 'publish_scheduled' ? 'publish_scheduled' : 'publish_immediate',
  'final_result',
  'refresh',
  'revoke',
]

function checkOf(
  kind: CheckKind,
  runId: string,
  testedAt: string,
  isFailed: boolean,
): Omit<CertificationCheckBody, 'v' | 'ledger' | 'id' | 'operator_ref' | 'fp_alg' | 'fp_key_id'> {
  const outcome = isFailed ? 'failed' : kind === 'refresh' || kind === 'revoke' ? 'not_applicable' : 'passed'
  const refers = outcome === 'passed' && kind !== 'connect' && kind !== 'authorization'
  return {
    recorded_at: testedAt,
    run_id: runId,
    kind,
    outcome,
    error_class: isFailed ? 'violation' : '',
    not_applicable_reason: outcome === 'not_applicable' ? 'preconfigured_connection' : '',
    external_reference_fingerprint: refers ? digestOf(`external ${runId}`) : '',
    cases_passed: outcome === 'passed' ? 1 : 0,
    cases_failed: isFailed ? 1 : 0,
    cases_inapplicable: outcome === 'not_applicable' ? 1 : 0,
    cases_inconclusive: 0,
    cases_digest: digestOf(`${kind} ${outcome}`),
    completed_at: testedAt,
  }
}

function underReview({ kind = 'local', under }: RunWish): ReviewFields {
  if (kind === 'local') {
    return {
      approval_review_id: '',
      approval_record_hash: '',
      approval_state_at_test: 'unknown',
      approval_tier_at_test: '',
    }
  }
  const review = under ? (bodyOf(under.review) as ApprovalReviewBody) : undefined
  return {
    approval_review_id: review?.id ?? 'no-such-review',
    approval_record_hash: under?.recordHash ?? genesisHash,
    approval_state_at_test: review?.approval_state ?? 'approved',
    approval_tier_at_test: review?.approval_tier ?? 'standard',
  }
}

type ReviewFields = Pick<
  CertificationRunBody,
  'approval_review_id' | 'approval_record_hash' | 'approval_state_at_test' | 'approval_tier_at_test'
>

/** Ed25519 keys that are the same in every process. */
function signingKey(word: string): SigningKey & { readonly publicKey: TrustedKey['publicKey'] } {
  const pkcs8 = Buffer.from(`302e020100300506032b657004220420${hex(word)}`, 'hex')
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  return { keyid: keyidOf(publicKey), privateKey, publicKey }
}
