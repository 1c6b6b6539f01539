import type { ErrorObject } from 'ajv/dist/2020.js'
import { compiled } from '../../../harness/protocol/compiled.ts'
import type { ClaimsFile } from '../claim.ts'
import { renderClaims } from '../claims-file.ts'
import { claimsSchema } from '../claims-schema.ts'
import { type Complaints, expect, type GateProblem } from '../problem.ts'
import { inOrder, subjectKey } from '../subject-key.ts'

const validator = compiled<ClaimsFile>(claimsSchema, { allErrors: true, allowUnionTypes: true })

export interface FileForm {
  /** Undefined when the file has not the form of one; then there is nothing to judge. */
  readonly file?: ClaimsFile
  readonly problems: readonly GateProblem[]
}

/** G1 to G4: whether these bytes are a claims file, and the only spelling of it. */
export function readClaimsForm(bytes: Uint8Array): FileForm {
  const read = decoded(bytes)
  if ('complaint' in read) return { problems: [{ rule: 'G1-canonical-bytes', says: read.complaint }] }
  const { value, text } = read
  const validate = validator()
  if (!validate(value)) {
    return { problems: aboutKeys(validate.errors ?? []).map((says) => ({ rule: 'G2-exact-keys', says })) }
  }
  const problems: readonly GateProblem[] = [
    ...expect(value.schema_version === 1, 'expected the integer 1').map((says) => ({
      rule: 'G3-schema-version' as const,
      says,
    })),
    ...aboutOrder(value).map((says) => ({ rule: 'G4-sorted-subjects' as const, says })),
    ...aboutSpelling(value, text).map((says) => ({ rule: 'G1-canonical-bytes' as const, says })),
  ]
  return problems.length > 0 ? { problems } : { file: value, problems }
}

type Decoded = { readonly value: unknown; readonly text: string } | { readonly complaint: string }

function decoded(bytes: Uint8Array): Decoded {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return { complaint: 'expected UTF-8' }
  }
  if (text.startsWith('\uFEFF')) return { complaint: 'expected no byte order mark' }
  try {
    return { text, value: JSON.parse(text) as unknown }
  } catch {
    return { complaint: 'expected JSON' }
  }
}

/** Where a key is missing or too much, or a value of another kind; the key itself may be anything and is not quoted. */
const aboutKeys = (errors: readonly ErrorObject[]): Complaints => [
  ...new Set(
    errors.map(({ instancePath, keyword, message, params }) => {
      const at = instancePath === '' ? 'the file' : instancePath.replaceAll(/[^\w/]/g, '?')
      if (keyword === 'additionalProperties') return `${at}: expected no other keys than those of the format`
      if (keyword === 'required') return `${at}: expected ${String(params['missingProperty'])}`
      return `${at}: ${message ?? 'is of another kind'}`
    }),
  ),
]

function aboutOrder({ claims }: ClaimsFile): Complaints {
  const keys = claims.map(({ subject }) => subjectKey(subject))
  return [
    ...expect(new Set(keys).size === keys.length, 'expected each subject once'),
    ...expect(
      keys.every((key, i) => i === 0 || inOrder(keys[i - 1] ?? '', key) <= 0),
      'expected claims sorted by subject',
    ),
  ]
}

/** A key that stands twice, another order, white space, another line end: written again, the text differs. */
const aboutSpelling = ({ schema_version, claims }: ClaimsFile, text: string): Complaints =>
  expect(
    // Only the version is not written by us: whatever it is, it is the business of its own rule.
    renderClaims(claims).replace('"schema_version": 1', () => `"schema_version": ${JSON.stringify(schema_version)}`) ===
      text,
    'expected each key once, in the order of the format, indented by two, with one line feed at the end',
  )
