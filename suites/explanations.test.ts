import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { explanationOf, explanations, usualCause, usualCauseOf } from './explanations.ts'

/** The list of cases, written out. */
const cases: Readonly<Record<string, string>> = {
  authentication:
    'missing empty wrong-first wrong-middle wrong-last prefix suffix letter-case other-scheme typed-problem ' +
    'invalid-body-too bare-token two-headers timing',
  manifest:
    'shape ids modes profiles media settings no-html no-secret stable stable-over-restart polling-honest unique ' +
    'defaults reserved-provider',
  health: 'ready down-refused down-5xx down-hanging bounded recovers prompt problem',
  'stale-revision': 'suffix prefix letter-case empty absent sorts-before sorts-after other',
  'invalid-input':
    'content-missing content-empty content-limit title-missing title-empty title-limit description-missing ' +
    'description-empty description-limit setting-unknown setting-option setting-type setting-missing member-unknown ' +
    'trailing-value not-json wrong-type profile-unknown connection-unknown accepted-at-limit free-after-refusal ' +
    'same-kind-again non-ascii-limit white-space numeric-string duplicate-key large-body',
  concurrency: 'burst-2 burst-8 burst-32 held-first same-id-other-content other-id-same-content ids-distinct',
  restart:
    'published-survives pending-survives pending-completes reference-survives crash-received-lookup-first ' +
    'crash-applied-publish-first crash-partial-both crash-answered-both crash-connector-answered-both',
  'lost-answer':
    'client-gives-up-received client-gives-up-applied hang reset truncate garbage 500 502 504 late-arrival repeat-agrees',
  'unknown-outcome':
    'never-rejected never-404 no-second-write in-flight-lookup outage-refused outage-hanging outage-500 ' +
    'outage-hanging-restart published-during-outage host-never-repeats converges',
  redaction:
    'logs-token logs-rejected-token logs-destination-token logs-post-text logs-destination-body problems-token ' +
    'problems-destination-token problems-destination-body problems-post-text answers-token ' +
    'answers-destination-token answers-post-text token-stays-here capture-proven',
  'response-size': 'every-answer longest-post refused-large inflated-destination destination-error-5mib',
  protocol:
    'connection-shape connection-stable connection-after-restart resolve-good resolve-unusable resolve-no-write ' +
    'result-shape poll-bounds ttl-bounds https-urls problem-shape lookup-unknown no-redirect one-document ' +
    'no-failed-2xx time-bounds',
}

const ids = Object.entries(cases).flatMap(([check, slugs]) => slugs.split(' ').map((slug) => `${check}/${slug}`))

test('every check is explained in full', () => {
  assert.equal(Object.keys(explanations), Object.keys(cases))
  for (const { title, why, usualCauses, mend } of Object.values(explanations)) {
    assert.match(title, /^[a-z].*[^.]$/)
    assert.match(why, /^[A-Z].*\.$/)
    assert.ok(usualCauses.length >= 3 && usualCauses.length <= 5, `${title}: ${usualCauses.length} causes`)
    assert.ok(mend.length >= 2 && mend.length <= 4, `${title}: ${mend.length} steps`)
    for (const line of [...usualCauses, ...mend]) assert.match(line, /^[A-Z`].*\.$/)
  }
})

test('every case has a usual cause of its own, in one line', () => {
  const general = ids.filter((id) => {
    const cause = usualCauseOf(id)
    return cause === undefined || !Object.values(usualCause).includes(cause)
  })
  assert.equal(general, [])
  for (const cause of Object.values(usualCause)) assert.match(cause, /^[A-Z`][^\n]{20,118}\.$/)
})

test('every usual cause belongs to a check', () => {
  const stray = Object.keys(usualCause).filter((id) => explanationOf(id) === undefined)
  assert.equal(stray, [])
})

test('the most exact usual cause is chosen', () => {
  assert.is(usualCauseOf('restart/crash-applied-lookup-first'), usualCause['restart/crash-applied'])
  assert.is(usualCauseOf('restart/crash-elsewhere'), usualCause['restart/crash'])
  assert.is(usualCauseOf('concurrency/burst-32'), usualCause['concurrency/burst'])
  assert.is(usualCauseOf('manifest/stable'), usualCause['manifest/stable'])
})

test('a case nobody has described yet has the first usual cause of its check', () => {
  assert.is(usualCauseOf('health/brand-new'), explanations.health.usualCauses[0])
  assert.is(usualCauseOf('health/downtime'), explanations.health.usualCauses[0])
  assert.is(usualCauseOf('nowhere/at-all'), undefined)
})

test.run()
