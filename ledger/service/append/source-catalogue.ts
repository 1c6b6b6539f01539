import { sha256 } from '../../record/index.ts'
import { sortedJson } from '../../record/sorted-json.ts'
import { readYamlFile, validator } from '../../../harness/target/index.ts'

/** What reviews refer to, by slug: a ledger holds the slug and this digest, never the address behind it (D6). */
export type SourceCatalogue = ReadonlyMap<string, { readonly digest: string }>

const slug = '^[a-z0-9]+(?:[._-][a-z0-9]+)*$'

const schema = {
  type: 'object',
  title: 'a mapping from the slug of each source to what it is',
  additionalProperties: {
    anyOf: [
      { type: 'string', minLength: 1 },
      { type: 'object', minProperties: 1 },
    ],
    title: 'a text, or a mapping such as { title, url, seen }',
  },
}

const validate = validator<Readonly<Record<string, unknown>>>(schema)

/**
 * Reads a catalogue in YAML or JSON. The digest of a text is that of its bytes, as `touchstone ledger review` makes it;
 * that of a mapping is over its canonical JSON. Rejects with a `ConfigurationError`.
 */
export const readSourceCatalogue = (file: string): Promise<SourceCatalogue> =>
  readYamlFile(
    file,
    validate,
    (raw, report) => {
      for (const name of Object.keys(raw)) {
        if (!new RegExp(slug).test(name)) report([name], 'is not a slug: lower-case letters, digits and single . _ -')
      }
      return new Map(
        Object.entries(raw).map(([name, entry]) => [
          name,
          { digest: sha256(typeof entry === 'string' ? entry : sortedJson(entry)) },
        ]),
      )
    },
    'docs/service.md shows one',
  )
