import { RecordError, sha256, type TrustedKey } from '../record/index.ts'
import { type Backing, backingOf } from './backing.ts'
import { type Claim, type ClaimsFile, subjectOfClaim } from './claim.ts'
import { zeroClaimsDigest } from './claims-file.ts'
import { claimsFrom } from './claims-from.ts'
import type { GateProblem, GateRule } from './problem.ts'
import type { ClaimsProjection, ProjectedSubject } from './projection.ts'
import { readProjectionFile } from './projection-file.ts'
import { aboutApproval } from './rules/approval.ts'
import { aboutChecks } from './rules/checks.ts'
import { aboutConfiguration } from './rules/configuration.ts'
import { aboutControl } from './rules/control.ts'
import { aboutEvidence } from './rules/evidence.ts'
import { readClaimsForm } from './rules/file-form.ts'
import { aboutLeaks } from './rules/leaks.ts'
import { aboutRecords } from './rules/records.ts'
import { aboutRelease } from './rules/release-binding.ts'
import { aboutScopes } from './rules/scopes.ts'
import { aboutSubject } from './rules/subject.ts'
import { aboutSupersession } from './rules/superseded.ts'
import { aboutSurfaces } from './rules/surfaces.ts'
import { aboutValidity } from './rules/valid-until.ts'
import { aboutWorkflows, type NamedText } from './rules/workflows.ts'
import type { ClaimRule, Seen } from './seen.ts'
import { subjectKey } from './subject-key.ts'

/** Everything that the gate looks at; it opens no file and no connection of its own. */
export interface GateInput {
  readonly file: {
    readonly bytes: Uint8Array
    /** A regular file, not a link to one. */
    readonly isRegular: boolean
    /** Names of other claims files beside it. */
    readonly others: readonly string[]
  }
  /** Text of the release manifest. */
  readonly release: string
  /** Revision that is released. */
  readonly head: string
  /** Text of the signed projection. */
  readonly projection?: string
  /** Keys that vouch for a claim. */
  readonly trusted: readonly TrustedKey[]
  /** Of the list of requirements of this installation. */
  readonly requirements_digest: string
  /** `YYYY-MM-DDTHH:MM:SS.mmmZ` */
  readonly now: string
  readonly maxAgeHours: number
  /** Pages that show claims. */
  readonly surfaces?: readonly NamedText[]
  /** Workflows that must run the gate. */
  readonly workflows?: readonly NamedText[]
  /** No claim is to be there at all. */
  readonly atRest?: boolean
}

export interface GateReport {
  readonly ok: boolean
  readonly claims: number
  readonly problems: readonly GateProblem[]
  /** The projection that the claims were judged by; undefined when there was none to believe. */
  readonly projection?: ClaimsProjection
}

/** Of every claim. */
const claimRules: readonly (readonly [GateRule, ClaimRule])[] = [
  ['G9-subject', aboutSubject],
  ['G10-configuration', aboutConfiguration],
  ['G11-approval', aboutApproval],
  ['G12-scopes', aboutScopes],
  ['G13-control', aboutControl],
  ['G14-evidence', aboutEvidence],
  ['G15-checks', aboutChecks],
  ['G16-superseded', aboutSupersession],
  ['G18-leaks', aboutLeaks],
  ['G21-valid-until', aboutValidity],
]

/**
 * Whether a claims file may be released (§10), with everything that is in the way. Claims of a file that has not the form
 * of one are not judged, nor is anything of a projection that nobody vouches for.
 */
export function judgeClaims(input: GateInput): GateReport {
  const { file, problems: ofForm } = readClaimsForm(input.file.bytes)
  const opened = openProjection(input)
  const { projection } = opened
  const problems: readonly GateProblem[] = [
    ...ofForm,
    ...aboutRelease(input.release, input.head, input.file.bytes, file),
    ...aboutPlace(input),
    ...(file ? aboutContent(file, opened, input) : []),
    ...named('G22-workflows', aboutWorkflows(input.workflows ?? [])),
    ...(input.atRest === true && sha256(input.file.bytes) !== zeroClaimsDigest
      ? [{ rule: 'G24-at-rest', says: 'expected the file that claims nothing' } as const]
      : []),
  ]
  return {
    ok: problems.length === 0,
    claims: file?.claims.length ?? 0,
    problems,
    ...(projection ? { projection } : {}),
  }
}

const aboutPlace = ({ file: { isRegular, others } }: GateInput): readonly GateProblem[] =>
  named('G8-one-file', [
    ...(isRegular ? [] : ['expected a regular file, not a link']),
    ...(others.length === 0 ? [] : [`expected no second claims file: ${others.join(', ')}`]),
  ])

interface Opened {
  readonly projection?: ClaimsProjection
  readonly complaint?: string
}

/** G19 */
function openProjection({ projection: text, trusted, now, maxAgeHours }: GateInput): Opened {
  if (text === undefined) return {}
  try {
    const projection = readProjectionFile(text, trusted)
    const age = Date.parse(now) - Date.parse(projection.generated_at)
    if (age < 0) return { complaint: 'generated_at: expected not to lie ahead' }
    if (age > maxAgeHours * 3_600_000) {
      return { complaint: `generated_at: expected within the last ${maxAgeHours} hours; project again` }
    }
    return { projection }
  } catch (error) {
    return { complaint: messageOf(error) }
  }
}

function aboutContent({ claims }: ClaimsFile, opened: Opened, input: GateInput): readonly GateProblem[] {
  return [
    ...named('G7-surfaces', aboutSurfaces(input.surfaces ?? [], claims)),
    ...claims.flatMap((claim) => aboutClaim(claim, opened, input)),
    ...aboutAuthority(claims, opened),
    ...(opened.projection ? aboutBacking(opened.projection, input) : []),
  ]
}

/** The zero-claim gate. */
function aboutAuthority(claims: readonly Claim[], { projection, complaint }: Opened): readonly GateProblem[] {
  const rule = 'G19-signed-projection'
  if (complaint !== undefined) return [{ rule, says: complaint }]
  if (claims.length === 0 || projection) return []
  return [{ rule, says: 'expected a signed projection, without which only a file that claims nothing may be released' }]
}

function aboutClaim(claim: Claim, { projection }: Opened, input: GateInput): readonly GateProblem[] {
  const key = subjectKey(claim.subject)
  const projected = projection?.subjects.find(({ subject }) => subjectKey(subject) === key)
  const read = projected && readBacking(projected)
  const backing = read && 'backing' in read ? read.backing : undefined
  const seen: Seen = {
    claim,
    subject: subjectOfClaim(claim),
    now: input.now,
    requirements_digest: input.requirements_digest,
    backed: projection && backing && { backing, projection },
  }
  return claimRules.flatMap(([rule, judge]) => named(rule, judge(seen), nameOf(claim)))
}

/** G17 and G20: whether the projection holds, and says what the file says. */
function aboutBacking(projection: ClaimsProjection, input: GateInput): readonly GateProblem[] {
  const ofRecords = projection.subjects.flatMap((projected) => {
    const read = readBacking(projected)
    const complaints = 'complaint' in read ? [read.complaint] : aboutRecords(projected, projection, input.trusted)
    return named('G17-records', complaints, nameOf(projected))
  })
  if (projection.subjects.some((each) => 'complaint' in readBacking(each))) return ofRecords
  const same = Buffer.from(claimsFrom(projection)).equals(input.file.bytes)
  return [...ofRecords, ...named('G20-regenerated', same ? [] : ['expected what touchstone claims project writes'])]
}

function readBacking(projected: ProjectedSubject): { readonly backing: Backing } | { readonly complaint: string } {
  try {
    return { backing: backingOf(projected) }
  } catch (error) {
    return { complaint: messageOf(error) }
  }
}

const named = (rule: GateRule, complaints: readonly string[], claim?: string): readonly GateProblem[] =>
  complaints.map((says) => ({ rule, ...(claim === undefined ? {} : { claim }), says }))

/** Whoever wrote the file may have put anything into it. */
export const nameOf = ({ subject }: Pick<Claim, 'subject'> | Pick<ProjectedSubject, 'subject'>): string =>
  [subject.provider, subject.output_profile, subject.operation]
    .join(' ')
    .replaceAll(/[^!-~ ]/g, '?')
    .slice(0, 300)

function messageOf(error: unknown): string {
  if (error instanceof RecordError) return error.message
  throw error
}
