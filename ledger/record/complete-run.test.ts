import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { CertificationCheckBody, CertificationRunBody } from './body.ts'
import { complaintsAboutRun, derivedResult } from './complete-run.ts'
import { exampleChecks, exampleRun } from './example.test.support.ts'

const refuses = (run: CertificationRunBody, checks: readonly CertificationCheckBody[], complaint: RegExp): void =>
  assert.match(complaintsAboutRun(run, checks).join('\n'), complaint)

/** A run that is about exactly these checks, whatever they are. */
const about = (checks: readonly CertificationCheckBody[], changes: Partial<CertificationRunBody> = {}) =>
  [exampleRun(changes, checks), checks] as const

const changed = (kind: string, changes: Partial<CertificationCheckBody>): readonly CertificationCheckBody[] =>
  exampleChecks().map((check) => (check.kind === kind ? { ...check, ...changes } : check))

test('a run with its six checks, in any order, is whole', () => {
  assert.equal(complaintsAboutRun(...about(exampleChecks())), [])
  assert.equal(complaintsAboutRun(...about(exampleChecks().toReversed())), [])
})

test('a check too few, too many, twice or of another kind is noticed', () => {
  refuses(...about(exampleChecks().slice(1)), /exactly/)
  refuses(...about([...exampleChecks(), ...exampleChecks().slice(0, 1)]), /exactly/)
  refuses(...about(changed('connect', { kind: 'publish_scheduled' })), /exactly/)
  refuses(exampleRun({ operation: 'publish_scheduled' }), exampleChecks(), /exactly/)
  refuses(exampleRun({ check_count: 5 }), exampleChecks(), /check_count/)
})

test('a check of another run, operator or time is noticed', () => {
  refuses(...about(changed('connect', { run_id: 'run-00000002' })), /run_id/)
  refuses(...about(changed('connect', { id: 'run-00000001.revoke' })), /^id/m)
  refuses(...about(changed('connect', { fp_key_id: '0'.repeat(16) })), /fp_key_id/)
  refuses(...about(changed('connect', { completed_at: '2026-11-21T09:59:59.999Z' })), /completed_at/)
  refuses(...about(changed('connect', { completed_at: '2026-11-21T10:05:00.001Z' })), /completed_at/)
})

test('a check that was changed after the run was made is noticed', () => {
  refuses(exampleRun(), changed('connect', { cases_passed: 2 }), /checks_digest/)
})

test('a result that does not follow is noticed, whichever it is', () => {
  refuses(...about(exampleChecks(), { result: 'failed' }), /^result/m)
  const failed = changed('connect', { outcome: 'failed', error_class: 'refused', cases_failed: 1 })
  refuses(...about(failed), /^result/m)
  assert.equal(complaintsAboutRun(...about(failed, { result: 'failed' })), [])
})

test('one failure of any kind makes the result failed', () => {
  const run = exampleRun()
  const checks = exampleChecks()
  assert.is(derivedResult(run, checks), 'passed')
  assert.is(derivedResult({ ...run, cases_failed: 1 }, checks), 'failed')
  assert.is(derivedResult({ ...run, conformance: ['health:failed'] }, checks), 'failed')
  assert.is(derivedResult(run, changed('connect', { outcome: 'failed' })), 'failed')
})

test.run()
