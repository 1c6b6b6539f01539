import { compiled } from '../../harness/protocol/compiled.ts'
import type { SignedBody } from './body.ts'
import type { Envelope } from './envelope.ts'
import { closed, exactly, type Field, pattern } from './field.ts'
import { RecordError } from './record-error.ts'
import { fromEnvelope, toEnvelope } from './signed-body.ts'

/** One certification record as it travels: a run and its lifecycle checks, each signed. */
export interface RecordFile {
  readonly run: Envelope
  readonly checks: readonly Envelope[]
}

const fileSchemaId = 'touchstone/record/1'

const base64 = pattern('^[A-Za-z0-9+/]*={0,2}$', 'base64')
const text: Field = { type: 'string', title: 'a string' }

const envelope = closed('a DSSE envelope', {
  payloadType: text,
  payload: base64,
  signatures: {
    type: 'array',
    minItems: 1,
    items: closed('a signature', { keyid: text, sig: base64 }),
    title: 'signatures',
  },
})

/** The schema of `record.json`, rendered to `docs/schema/record-file.schema.json`. */
export const recordFileSchema: Field = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  description:
    'A run and its lifecycle checks, each in a DSSE envelope; the payloads are bodies by record.schema.json. The file is JSON with an indent of two and a closing line feed, and nothing else.',
  ...closed('certification record of touchstone', {
    schema: exactly(fileSchemaId),
    run: envelope,
    checks: { type: 'array', items: envelope, title: 'the envelopes of the checks' },
  }),
}

const validator = compiled<RecordFile>(recordFileSchema)

export const recordFileText = (run: SignedBody, checks: readonly SignedBody[]): string =>
  render({ run: toEnvelope(run), checks: checks.map(toEnvelope) })

const render = ({ run, checks }: RecordFile): string =>
  `${JSON.stringify({ schema: fileSchemaId, run: ordered(run), checks: checks.map(ordered) }, null, 2)}\n`

const ordered = ({ payloadType, payload, signatures }: Envelope): Envelope => ({
  payloadType,
  payload,
  signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig })),
})

/**
 * Verifies nothing but the form, of which there is one: written again, it is the same text. So a key that stands twice, and
 * every byte between the envelopes, is noticed.
 * @throws RecordError
 */
export function readRecordFile(text: string): RecordFile {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new RecordError('expected JSON', { cause: error })
  }
  const validate = validator()
  if (!validate(value)) {
    const [first] = validate.errors ?? []
    throw new RecordError(`expected a certification record: ${first?.instancePath || '/'} ${first?.message ?? ''}`)
  }
  if (render(value) !== text)
    throw new RecordError('expected each key once, in the order of the format, indented by two')
  return value
}

/** The run first, then its checks: what a ledger appends as one batch. */
export const bodiesOf = ({ run, checks }: RecordFile): readonly SignedBody[] => [run, ...checks].map(fromEnvelope)
