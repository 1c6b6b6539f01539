import type { CertificationCheckBody, CertificationRunBody } from './body.ts'

/** For those who put a statement into an envelope. */
export const inTotoPayloadType = 'application/vnd.in-toto+json'

/** A run and its checks as an in-toto Statement v1 with the test-result v0.1 predicate. What is not applicable is in no list. */
export function inTotoStatement(run: CertificationRunBody, checks: readonly CertificationCheckBody[]): object {
  const results = [
    ...run.conformance.map((each) => ({ name: each.slice(0, each.lastIndexOf(':')), outcome: each.split(':').at(-1) })),
    ...checks.map(({ kind, outcome }) => ({ name: `lifecycle/${kind}`, outcome })),
  ]
  const named = (wanted: string): readonly string[] =>
    results.filter(({ outcome }) => outcome === wanted).map(({ name }) => name)
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: 'subject', digest: { sha256: hexOf(run.subject_digest) } },
      { name: 'revision', digest: { gitCommit: run.tested_revision } },
    ],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: run.result === 'passed' ? 'PASSED' : 'FAILED',
      configuration: configured.map((name) => ({ name, digest: { sha256: hexOf(run[`${name}_digest`]) } })),
      passedTests: named('passed'),
      warnedTests: [],
      failedTests: named('failed'),
    },
  }
}

const configured = ['contract', 'plan', 'requirements', 'kill_matrix', 'harness', 'artifact', 'checks'] as const

const hexOf = (digest: string): string => digest.slice('sha256:'.length)
