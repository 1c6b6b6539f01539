import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { LifecycleObservations } from '../../harness/host/index.ts'
import type { CaseResult, ObservedSubject } from '../../harness/run/index.ts'
import { type Certification, certificationBodies } from './certification.ts'
import { complaintsAboutRun } from './complete-run.ts'
import { conformanceChecks } from './conformance.ts'
import { sha256 } from './digests.ts'
import { exampleKey } from './example.test.support.ts'
import { lifecycleOf } from './from-lifecycle.ts'
import { findingsOf } from './from-run.ts'
import { complaintsAbout } from './read-body.ts'

type Verdict = CaseResult['outcome']['verdict']

const result = (id: string, verdict: Verdict, more: Partial<CaseResult> = {}): CaseResult => ({
  id,
  check: id.split('/')[0] ?? '',
  title: 'does it',
  level: 'must',
  requirements: ['R1'],
  outcome: { verdict, expected: 'a', actual: 'b', reason: 'c', clause: 'd' } as CaseResult['outcome'],
  millis: 1,
  ...more,
})

const everyCheck = (verdict: Verdict = 'pass'): readonly CaseResult[] =>
  conformanceChecks.map((id) => result(`${id}/case`, verdict))

test('what is not a must, how long it took and in which order it came changes nothing', () => {
  const plain = findingsOf(everyCheck())
  const should = result('health/prompt', 'fail', { level: 'should' })
  const slow = everyCheck().map((each) => ({ ...each, millis: 99, title: 'does it slowly' }))
  assert.equal(findingsOf([should, ...slow.toReversed()]), plain)
  assert.equal(plain.conformance, conformanceChecks.map((id) => `${id}:passed`).toSorted())
  assert.equal(
    [plain.cases_passed, plain.cases_failed, plain.cases_inapplicable, plain.cases_inconclusive],
    [12, 0, 0, 0],
  )
})

test('another verdict, another profile or another case is another artifact', () => {
  const digests = [
    everyCheck(),
    everyCheck('inapplicable'),
    [...everyCheck().slice(1), result('authentication/case', 'fail')],
    [...everyCheck(), result('health/more', 'pass')],
    [...everyCheck(), result('health/more', 'pass', { profile: 'a' })],
    [...everyCheck(), result('health/more', 'pass', { profile: 'b' })],
  ].map((results) => findingsOf(results).artifact_digest)
  assert.is(new Set(digests).size, digests.length)
})

const good: LifecycleObservations = {
  subject: 'immediate',
  connected: true,
  authorization: { tokenAccepted: true, accountOffered: true },
  operation: 'published',
  items: 1,
}

const published: NonNullable<ObservedSubject['published']> = {
  operationId: 'operation-1',
  operation: { is: 'published', publishes: 1, result: { is: 'published', externalId: 'article-1' } },
  workspaceId: 'w-1',
  accountId: 'account-1',
}

const waiting: typeof published = {
  ...published,
  operation: { is: 'pending', publishes: 1, providerReference: 'work-1', pollAfterMs: 1000 },
}

const certification = (results: readonly CaseResult[]): Certification => ({
  key: exampleKey,
  operator: 'Ada',
  evidence: { kind: 'local' },
  subject: {
    provider: 'Example:blog/main',
    app_fingerprint: sha256('app'),
    deployment_environment: 'local',
    provider_environment: 'sandbox',
    instance_fingerprint: '',
    account_kind: 'standard',
    policy_mode: 'standard',
  },
  revision: 'a'.repeat(40),
  requiredScopes: [],
  grantedScopes: [],
  harness: {
    harness_version: '0.1.0',
    harness_digest: sha256('harness'),
    plan_digest: sha256('plan'),
    requirements_digest: sha256('requirements'),
    kill_matrix_digest: sha256('matrix'),
  },
  witness: 'simulated',
  findings: findingsOf(results),
  testedAt: 1_763_000_000_000,
  completedAt: 1_763_000_030_000,
  expiresAt: 1_763_000_000_000 + 86_400_000,
})

/** The bodies, which have to be valid, each and together. */
function bodiesOf(
  observed: LifecycleObservations,
  results: readonly CaseResult[] = everyCheck(),
  what: NonNullable<ObservedSubject['published']> = published,
): ReturnType<typeof certificationBodies> {
  const lifecycle = lifecycleOf(
    observed,
    results.some(({ outcome }) => outcome.verdict === 'fail'),
  )
  if (lifecycle.is !== 'complete') throw new Error(`missing ${lifecycle.missing.join()}`)
  const seen = { profile: 'note.short', observed, published: what }
  const bodies = certificationBodies(certification(results), {
    seen,
    lifecycle,
    capability_digest: sha256('capability'),
  })
  for (const body of [bodies.run, ...bodies.checks]) assert.equal(complaintsAbout(body), [])
  assert.equal(complaintsAboutRun(bodies.run, bodies.checks), [])
  return bodies
}

const classes = (observed: LifecycleObservations, results?: readonly CaseResult[], what?: typeof published): string => {
  const { run, checks } = bodiesOf(observed, results, what)
  return [run.result, ...checks.map(({ kind, error_class }) => (error_class ? `${kind} ${error_class}` : ''))]
    .filter((word) => word !== '')
    .join(', ')
}

test('a run and a lifecycle that passed make a record that passed, with the item in two of its checks', () => {
  const { run, checks } = bodiesOf(good)
  assert.is(run.result, 'passed')
  assert.equal(
    checks.map(({ kind, outcome }) => `${kind}:${outcome}`),
    [
      'authorization:passed',
      'connect:passed',
      'final_result:passed',
      'publish_immediate:passed',
      'refresh:not_applicable',
      'revoke:not_applicable',
    ],
  )
  const [, , final, publish] = checks.map((check) => check.external_reference_fingerprint)
  assert.match(String(final), /^sha256:/)
  assert.is(final, publish)
  assert.is(bodiesOf({ ...good, subject: 'scheduled' }).run.operation, 'publish_scheduled')
})

test('every way in which a lifecycle fails makes a valid record that says so in our own words', () => {
  assert.is(classes({ ...good, items: 2 }), 'failed, final_result several_items')
  assert.is(classes({ ...good, items: 0 }), 'failed, final_result no_item')
  assert.is(
    classes({ ...good, operation: 'pending', items: undefined }, everyCheck(), waiting),
    'failed, final_result still_pending',
  )
  assert.is(
    classes({ ...good, operation: 'rejected', items: undefined }),
    'failed, final_result rejected, publish_immediate rejected',
  )
  assert.is(
    classes({ ...good, authorization: { tokenAccepted: false, accountOffered: false } }),
    'failed, authorization token_refused',
  )
  assert.is(
    classes({ ...good, authorization: { tokenAccepted: true, accountOffered: false } }),
    'failed, authorization account_withdrawn',
  )
  assert.match(
    classes({ ...good, connected: false, operation: undefined, authorization: undefined }),
    'connect not_connected',
  )
})

test('a must case that failed makes a failed record, even where the lifecycle could not be observed', () => {
  const failed = [...everyCheck().slice(1), result('authentication/case', 'fail')]
  assert.is(classes(good, failed), 'failed')
  const unseen = { ...good, connected: undefined, operation: undefined, authorization: undefined, items: undefined }
  assert.is(
    classes(unseen, failed),
    'failed, authorization not_observed, connect not_observed, final_result not_observed, publish_immediate not_observed',
  )
  assert.is(lifecycleOf(unseen, false).is, 'incomplete')
  assert.is(classes({ ...good, items: undefined }, failed), 'failed, final_result not_observed')
  assert.is(classes({ ...good, operation: 'prepared', items: undefined }, failed).split(', ').length, 3)
})

test('two records have no id in common, and nothing of names but fingerprints', () => {
  const [one, two] = [bodiesOf(good), bodiesOf(good)]
  const ids = [one, two].flatMap(({ run, checks }) => [run.id, ...checks.map(({ id }) => id)])
  assert.is(new Set(ids).size, 14)
  const text = JSON.stringify([one, two])
  for (const name of ['Ada', 'article-1', 'operation-1', 'account-1', 'w-1']) assert.not.ok(text.includes(`"${name}"`))
})

test.run()
