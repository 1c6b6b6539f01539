import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { compiled } from '../../harness/protocol/compiled.ts'
import { type Body, type LedgerName, ledgerNames } from './body.ts'
import { complaintsAboutFields } from './body-rules.ts'
import { bodySchemas } from './body-schema.ts'
import { complaintsAboutFlat, readCanonical } from './canonical.ts'
import type { Field } from './field.ts'
import { RecordError } from './record-error.ts'

const validators = Object.fromEntries(
  ledgerNames.map((name) => [name, compiled<Body>(bodySchemas[name], { allErrors: true, verbose: true })]),
) as Readonly<Record<LedgerName, () => ValidateFunction<Body>>>

/**
 * The body of a canonical text.
 * @throws RecordError that lists everything wrong with it
 */
export function readBody(text: string): Body {
  const body: unknown = readCanonical(text)
  const complaints = complaintsAboutForm(body)
  if (complaints.length > 0) throw new RecordError(complaints)
  return body as Body
}

/** Everything wrong with a body, each as `field: expected …`; empty when a record may be made of it. */
export function complaintsAbout(body: unknown): readonly string[] {
  const unfit = complaintsAboutFlat(body)
  return unfit.length > 0 ? unfit : complaintsAboutForm(body)
}

function complaintsAboutForm(body: unknown): readonly string[] {
  const { ledger } = body as { readonly ledger?: unknown }
  const name = ledgerNames.find((each) => each === ledger)
  if (name === undefined) return [`ledger: expected one of ${ledgerNames.join(', ')}`]
  const validate = validators[name]()
  if (validate(body)) return complaintsAboutFields(body)
  return sentences(validate.errors ?? [], bodySchemas[name])
}

/** One sentence for each field, however many keywords it broke. */
function sentences(errors: readonly ErrorObject[], schema: Field): readonly string[] {
  const properties = schema['properties'] as Readonly<Record<string, Field>>
  return [
    ...new Set(
      errors.map(({ instancePath, keyword, params }) => {
        if (keyword === 'required') return `${String(params['missingProperty'])}: expected, but missing`
        // Never the key itself: whoever chose it may have put anything into it.
        if (keyword === 'additionalProperties') return `expected no other fields than those of ${schema.title}`
        const key = instancePath.split('/')[1] ?? ''
        return `${key}: expected ${properties[key]?.title ?? schema.title}`
      }),
    ),
  ]
}
