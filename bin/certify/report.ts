import type { Appended } from '../../ledger/store/index.ts'
import type { Certified } from './local.ts'

/** For people: each record with what it says, then of what there is none; below the report of a run, where there was one. */
export function certifiedLines(
  { records, lacking }: Pick<Certified, 'records' | 'lacking'>,
  folder: string,
  appended: readonly Appended[],
  ledger: string | undefined,
  evidence: 'local' | 'live',
): string {
  const lines = records.map(({ file, run }, index) => {
    const { result, provider, output_profile, operation, expires_at } = run
    const seq = appended[index]?.seq
    const kept = seq === undefined ? '' : `, certification_run ${seq}`
    const until = result === 'passed' ? `good until ${expires_at.slice(0, 10)}` : 'takes earlier evidence away'
    return `record ${result}: ${provider} ${output_profile} ${operation}, ${until}${kept}\n  ${folder}/${file}\n`
  })
  const into = ledger === undefined || records.length === 0 ? [] : [`appended to ${ledger}, read back and verified\n`]
  const gap = evidence === 'local' ? ['\n'] : []
  return [...gap, ...lines, ...into, ...lacking.map((why) => `no record: ${why}\n`)].join('')
}

/** For machines, beside the results. */
export const certifiedDocument = (
  { records, lacking }: Pick<Certified, 'records' | 'lacking'>,
  folder: string,
  appended: readonly Appended[],
): object => ({
  records: records.map(({ file, run }, index) => ({
    file: `${folder}/${file}`,
    id: run.id,
    provider: run.provider,
    output_profile: run.output_profile,
    operation: run.operation,
    evidence_kind: run.evidence_kind,
    result: run.result,
    expires_at: run.expires_at,
    artifact_digest: run.artifact_digest,
    ...(appended[index] ? { seq: appended[index].seq } : {}),
  })),
  lacking,
})
