import type { ObservedLifecycle, ObservedSubject } from '../../harness/run/index.ts'
import {
  capabilityDigest,
  type Certification,
  certificationBodies,
  type CertificationRunBody,
  lifecycleOf,
  RecordError,
  recordFileText,
  signBody,
  type SignedBody,
  verifyRecordFile,
} from '../../ledger/record/index.ts'
import type { CertifyingKeys } from './keys.ts'

/** One signed record, not yet written. */
export interface MadeRecord {
  /** Below the folder of reports. */
  readonly file: string
  readonly text: string
  readonly run: CertificationRunBody
  /** The run first, then its checks. */
  readonly bodies: readonly SignedBody[]
}

export interface Made {
  readonly records: readonly MadeRecord[]
  /** Of which subject there is no record, and why; one sentence each. */
  readonly lacking: readonly string[]
}

/** A record for each exact subject whose six lifecycle results were observed (R26, R28). */
export function makeRecords(
  seen: Pick<ObservedLifecycle, 'subjects' | 'manifest'>,
  keys: CertifyingKeys,
  certificationOf: (subject: ObservedSubject) => Certification,
): Made {
  const records: MadeRecord[] = []
  const lacking: string[] = []
  for (const subject of seen.subjects) {
    const made = makeRecord(subject, seen, keys, certificationOf, records.length + 1)
    if (typeof made === 'string') lacking.push(`${subject.profile} ${subject.observed.subject}: ${made}`)
    else records.push(made)
  }
  return { records, lacking }
}

/** The record, or why there is none. */
function makeRecord(
  seen: ObservedSubject,
  { manifest }: Pick<ObservedLifecycle, 'manifest'>,
  keys: CertifyingKeys,
  certificationOf: (subject: ObservedSubject) => Certification,
  number: number,
): MadeRecord | string {
  const certification = certificationOf(seen)
  const judged = lifecycleOf(seen.observed, certification.findings.cases_failed > 0)
  if (judged.is === 'incomplete') {
    const why = seen.why === undefined ? '' : ` (${seen.why})`
    return `not observed: ${judged.missing.join(', ')}${why}${judged.missing.includes('final_result') ? `; ${itemsHint}` : ''}`
  }
  const profile = manifest.publishing.output_profiles.find(({ id }) => id === seen.profile)
  if (!profile) return 'the manifest does not offer this profile any more'
  try {
    const capability_digest = capabilityDigest(manifest, profile)
    const { run, checks } = certificationBodies(certification, { seen, lifecycle: judged, capability_digest })
    const [signedRun, signedChecks] = [signBody(keys.runner, run), checks.map((check) => signBody(keys.runner, check))]
    const text = recordFileText(signedRun, signedChecks)
    const flaws = verifyRecordFile(text, [keys.own], run.recorded_at).filter(({ ok }) => !ok)
    if (flaws.length > 0) return flaws.map(({ says }) => says).join('; ')
    return { file: fileNameOf(number, seen), text, run, bodies: [signedRun, ...signedChecks] }
  } catch (thrown) {
    if (thrown instanceof RecordError) return thrown.message
    throw thrown
  }
}

const itemsHint = 'the items of the operation could not be counted exactly: give destination.items in touchstone.yaml'

/** `1-blog.post-immediate.json`. The number keeps names apart that are the same once `/` and `:` are replaced. */
const fileNameOf = (number: number, { profile, observed }: ObservedSubject): string =>
  `records/${number}-${profile.replaceAll(/[^A-Za-z0-9._-]/g, '_')}-${observed.subject}.json`
