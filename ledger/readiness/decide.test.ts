import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Subject } from '../record/subject.ts'
import { type Decision, stateOfBlocker, states } from './decision.ts'
import { decide, type Question } from './decide.ts'
import type { Circumstances, Facts } from './facts.ts'
import { expected } from './oracle.test.support.ts'

const subject: Subject = {
  provider: 'x',
  app_fingerprint: `sha256:${'a'.repeat(64)}`,
  deployment_environment: 'production',
  provider_environment: 'production',
  instance_fingerprint: '',
  account_kind: 'standard',
  output_profile: 'text',
  operation: 'publish_immediate',
  policy_mode: 'x.standard',
}
const question: Question = { subject, intent: 'production', enforced: true, edition: 'cloud' }
const good: Facts = {
  configuration: 'configured',
  local_test: 'current',
  live_certification: 'current',
  approval: 'approved',
  authorization: 'valid',
  control: 'enabled',
  policy: 'allowed',
}
const plain: Circumstances = {
  implemented: true,
  denied: false,
  appMatches: true,
  grantExpired: false,
  missingScopes: [],
  approvalExpired: false,
  trialPermitted: true,
  ledger: 'readable',
  invalid: [],
}

const evidenceStates = ['missing', 'current', 'expired', 'mismatch', 'failed'] as const
const values = {
  configuration: ['unknown', 'missing', 'dynamic_registration', 'configured'],
  control: ['unknown', 'enabled', 'degraded', 'disabled'],
  authorization: ['unknown', 'not_applicable', 'valid', 'reconnect_required'],
  approval: ['unknown', 'not_required', 'pending', 'trial', 'approved', 'restricted', 'revoked'],
  policy: ['unknown', 'allowed', 'restricted'],
  local_test: evidenceStates,
  live_certification: evidenceStates,
} as const satisfies { readonly [Fact in keyof Facts]: readonly Facts[Fact][] }

/** Every combination of one value of each key. */
function* product<T extends object>(of: { readonly [Key in keyof T]: readonly T[Key][] }): Generator<T> {
  const keys = Object.keys(of) as (keyof T)[]
  const lists = keys.map((key) => of[key])
  const total = lists.reduce((count, list) => count * list.length, 1)
  for (let nth = 0; nth < total; nth += 1) {
    let rest = nth
    const one: Partial<T> = {}
    for (const [index, key] of keys.entries()) {
      const list = lists[index] ?? []
      const value = list[rest % list.length]
      if (value !== undefined) one[key] = value
      rest = Math.floor(rest / list.length)
    }
    yield one as T
  }
}

const asked = {
  intent: ['production', 'certification_test'],
  enforced: [false, true],
  edition: ['self_hosted', 'cloud'],
} as const

/** The first few decisions that differ from the table. */
function differences(
  each: Iterable<readonly [Question, Facts, Circumstances]>,
  also: (decision: Decision, ...of: readonly [Question, Facts, Circumstances]) => string | undefined,
): { readonly count: number; readonly wrong: readonly string[] } {
  let count = 0
  const wrong: string[] = []
  for (const [about, facts, circumstances] of each) {
    count += 1
    const decision = decide(about, facts, circumstances)
    const { state, executable, connectable, publishable, advertisable } = decision
    const seen = JSON.stringify({ state, executable, connectable, publishable, advertisable })
    const wanted = JSON.stringify(expected(about, facts, circumstances))
    const broken = seen === wanted ? also(decision, about, facts, circumstances) : `${seen} instead of ${wanted}`
    if (broken !== undefined && wrong.length < 5)
      wrong.push(`${broken}: ${JSON.stringify([about, facts, circumstances])}`)
  }
  return { count, wrong }
}

/** What holds of every decision, whatever the table says (§3). */
function broken(decision: Decision, about: Question, facts: Facts): string | undefined {
  const { blockers = [], state } = decision
  const may = [decision.executable, decision.connectable, decision.publishable, decision.advertisable]
  const ranks = blockers.map(({ code }) => states.indexOf(stateOfBlocker[code]))
  if (blockers.length > 0 && may.includes(true)) return 'a blocker, and still something is permitted'
  if ((blockers.length === 0) !== (state === 'healthy')) return 'healthy with a blocker, or the other way round'
  if (ranks.some((rank, index) => rank < (ranks[index - 1] ?? 0))) return 'blockers are not in order of their states'
  if (ranks[0] !== undefined && states[ranks[0]] !== state) return 'the state is not that of the first blocker'
  if (facts.control === 'disabled' && state !== 'disabled') return 'disabled does not win'
  if (decision.advertisable && about.intent !== 'production') return 'the test intent can be advertised'
  return undefined
}

test('the decision agrees with the table in all 537 600 combinations of facts', () => {
  function* every(): Generator<readonly [Question, Facts, Circumstances]> {
    for (const implemented of [false, true]) {
      for (const how of product<Pick<Question, 'intent' | 'enforced' | 'edition'>>(asked)) {
        const about = { ...question, ...how }
        const circumstances = { ...plain, implemented }
        for (const facts of product<Facts>(values)) yield [about, facts, circumstances]
      }
    }
  }
  assert.equal(differences(every(), broken), { count: 537_600, wrong: [] })
})

test('and in the product of operation, scopes, environments, trial permission and an unreadable ledger', () => {
  const subjects = product<
    Pick<Subject, 'operation' | 'deployment_environment' | 'provider_environment' | 'instance_fingerprint'>
  >({
    operation: ['connect', 'publish_immediate', 'publish_scheduled', 'refresh', 'revoke'],
    deployment_environment: ['unknown', 'local', 'staging', 'production'],
    provider_environment: ['unknown', 'development', 'sandbox', 'production'],
    instance_fingerprint: ['', `sha256:${'b'.repeat(64)}`],
  })
  const some: readonly Facts[] = [
    good,
    { ...good, approval: 'trial' },
    { ...good, approval: 'unknown' },
    { ...good, configuration: 'dynamic_registration' },
    { ...good, local_test: 'expired', live_certification: 'missing' },
    { ...good, control: 'disabled' },
  ]
  function* every(): Generator<readonly [Question, Facts, Circumstances]> {
    for (const part of subjects) {
      for (const how of product<Pick<Question, 'intent' | 'enforced' | 'edition'>>(asked)) {
        for (const circumstances of product<Circumstances>({
          implemented: [true],
          denied: [false, true],
          appMatches: [true, false],
          grantExpired: [false],
          missingScopes: [[], ['write']],
          approvalExpired: [false],
          trialPermitted: [false, true],
          ledger: ['readable', 'unavailable'],
          invalid: [[], ['invalid_subject'], ['invalid_evaluation']],
        })) {
          for (const facts of some)
            yield [{ ...question, ...how, subject: { ...subject, ...part } }, facts, circumstances]
        }
      }
    }
  }
  const { count, wrong } = differences(every(), (decision, about, facts, circumstances) =>
    circumstances.ledger === 'unavailable' || circumstances.denied ? undefined : broken(decision, about, facts),
  )
  assert.equal(wrong, [])
  assert.is(count, 160 * 8 * 96 * 6)
})

test('the flag never allows what is blocked without it', () => {
  const loosened: Facts[] = []
  for (const facts of product<Facts>(values)) {
    const [off, on] = [false, true].map((enforced) => decide({ ...question, enforced }, facts, plain))
    if (on?.executable && !off?.executable) loosened.push(facts)
  }
  assert.equal(loosened, [])
})

test('one more thing wrong never leads to a better state', () => {
  const raised: unknown[] = []
  const rank = (facts: Facts): number => states.indexOf(decide(question, facts, plain).state)
  for (const facts of product<Facts>(values)) {
    const worse = { ...facts, control: 'disabled' } as const
    const alsoUnsure = { ...facts, policy: 'restricted' } as const
    if (rank(worse) > rank(facts) || rank(alsoUnsure) > rank(facts)) raised.push(facts)
  }
  assert.equal(raised, [])
})

test('the deny-list stands alone, and what is missing beside a disable is listed too', () => {
  assert.equal(decide(question, { ...good, policy: 'unknown' }, { ...plain, denied: true }).blockers, [
    { code: 'disabled' },
  ])
  const both = decide(question, { ...good, control: 'disabled' }, { ...plain, implemented: false })
  assert.equal(both.blockers, [{ code: 'disabled' }, { code: 'unsupported' }])
  const all = decide(
    question,
    { ...good, control: 'disabled', local_test: 'missing', live_certification: 'expired' },
    plain,
  )
  assert.equal(all.blockers, [
    { code: 'disabled' },
    { code: 'live_evidence_expired' },
    { code: 'local_evidence_missing' },
  ])
})

test('an unreadable ledger is never the same as an empty one', () => {
  const decision = decide({ ...question, enforced: false }, good, { ...plain, ledger: 'unavailable' })
  assert.is(decision.state, 'degraded')
  assert.equal(decision.blockers, [{ code: 'readiness_evidence_unavailable' }])
})

test('every missing scope is named, and blocks only where scopes are demanded', () => {
  const lacking = { ...plain, missingScopes: ['a', 'b'] }
  assert.equal(decide(question, good, lacking).blockers, [
    { code: 'missing_scope', detail: 'a' },
    { code: 'missing_scope', detail: 'b' },
  ])
  const lenient = decide({ ...question, enforced: false }, good, lacking)
  assert.is(lenient.publishable, true)
  assert.is(lenient.advertisable, false)
})

test('an expired grant and an expired review have words of their own', () => {
  const expiredGrant = decide(
    question,
    { ...good, authorization: 'reconnect_required' },
    { ...plain, grantExpired: true },
  )
  assert.equal(expiredGrant.blockers, [{ code: 'authorization_expired' }])
  const expiredReview = decide(question, { ...good, approval: 'unknown' }, { ...plain, approvalExpired: true })
  assert.equal(expiredReview.blockers, [{ code: 'approval_expired' }])
})

test.run()
