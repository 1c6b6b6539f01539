import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { exampleChecks, exampleRun } from './example.test.support.ts'
import { inTotoStatement } from './in-toto.ts'

interface Statement {
  readonly _type: string
  readonly subject: readonly { readonly name: string; readonly digest: Readonly<Record<string, string>> }[]
  readonly predicateType: string
  readonly predicate: {
    readonly result: string
    readonly configuration: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[]
    readonly passedTests: readonly string[]
    readonly warnedTests: readonly string[]
    readonly failedTests: readonly string[]
  }
}

test('a run is a statement about its subject and revision, with the results by name', () => {
  const run = exampleRun()
  const statement = inTotoStatement(run, exampleChecks()) as Statement
  assert.is(statement._type, 'https://in-toto.io/Statement/v1')
  assert.is(statement.predicateType, 'https://in-toto.io/attestation/test-result/v0.1')
  assert.equal(statement.subject, [
    { name: 'subject', digest: { sha256: run.subject_digest.replace('sha256:', '') } },
    { name: 'revision', digest: { gitCommit: run.tested_revision } },
  ])
  assert.is(statement.predicate.result, 'PASSED')
  assert.is(statement.predicate.passedTests.length, 12 + 4)
  assert.ok(statement.predicate.passedTests.includes('stale-revision'))
  assert.ok(statement.predicate.passedTests.includes('lifecycle/final_result'))
  assert.equal(statement.predicate.failedTests, [])
  assert.equal(
    statement.predicate.configuration.find(({ name }) => name === 'contract'),
    { name: 'contract', digest: { sha256: run.contract_digest.replace('sha256:', '') } },
  )
})

test('a failed run is a failed statement that names what failed', () => {
  const conformance = exampleRun().conformance.map((each) => each.replace('health:passed', 'health:failed'))
  const checks = exampleChecks().map((check) =>
    check.kind === 'connect' ? { ...check, outcome: 'failed' as const } : check,
  )
  const { predicate } = inTotoStatement(exampleRun({ conformance, result: 'failed' }, checks), checks) as Statement
  assert.is(predicate.result, 'FAILED')
  assert.equal(predicate.failedTests, ['health', 'lifecycle/connect'])
  assert.not(predicate.passedTests.includes('health'))
})

test.run()
