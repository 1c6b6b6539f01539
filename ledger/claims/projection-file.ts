import { compiled } from '../../harness/protocol/compiled.ts'
import {
  payloadTypes,
  RecordError,
  sealEnvelope,
  type SigningKey,
  type TrustedKey,
  verifyEnvelope,
} from '../record/index.ts'
import { sortedJson } from '../record/sorted-json.ts'
import { isTime } from '../record/time.ts'
import type { ClaimsProjection } from './projection.ts'
import { projectionSchema } from './projection-schema.ts'

const validator = compiled<ClaimsProjection>(projectionSchema, { allowUnionTypes: true })

/** Signs a projection: the text of `projection.json`. */
export const projectionFileText = (key: SigningKey, projection: ClaimsProjection): string =>
  `${JSON.stringify(sealEnvelope(key, payloadTypes.projection, sortedJson(projection)), null, 2)}\n`

/**
 * The projection in a file, exactly as a trusted ledger key signed it.
 * @throws RecordError
 */
export function readProjectionFile(text: string, trusted: readonly TrustedKey[]): ClaimsProjection {
  const accepted = { payloadType: payloadTypes.projection, role: 'ledger' } as const
  const signed = verifyEnvelope(parsed(text, 'the projection'), accepted, trusted).text
  const projection = parsed(signed, 'the payload')
  const validate = validator()
  if (!validate(projection)) {
    const [first] = validate.errors ?? []
    throw new RecordError(`expected a claims projection: ${first?.instancePath || '/'} ${first?.message ?? ''}`)
  }
  if (sortedJson(projection) !== signed) throw new RecordError('the payload: expected canonical JSON')
  if (!isTime(projection.generated_at)) throw new RecordError('generated_at: expected a day and a time that exist')
  return projection
}

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new RecordError(`${what}: expected JSON`, { cause: error })
  }
}
