type Schema = { readonly [keyword: string]: unknown }

/** What the header of a `results.json` calls its format; another number means that old readers cannot read it. */
export const resultsSchemaId: string = 'touchstone/results/1'

const text = (description: string): Schema => ({ type: 'string', description })
const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description })
const texts = (description: string): Schema => ({ type: 'array', items: { type: 'string' }, description })

/** An object with exactly these members; those in `optional` may be absent. */
const object = (properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((key) => !optional.includes(key)),
  additionalProperties: false,
})

const common = {
  id: { type: 'string', pattern: '^[a-z0-9-]+/[a-z0-9-]+$', description: 'Check and slug of the case; never renamed.' },
  profile: text('The output profile, for cases that run once for each.'),
  level: { enum: ['must', 'should'], description: 'A should case that fails is a warning.' },
  requirements: { ...texts('Ids of the requirements that the case decides.'), minItems: 1 },
  millis: count('How long the case took.'),
}

/** One shape for each verdict: no verdict without its grounds, and no grounds without their verdict. */
const withVerdict = (verdict: string, grounds: Readonly<Record<string, Schema>>, optional: readonly string[]): Schema =>
  object({ ...common, verdict: { const: verdict }, ...grounds }, ['profile', ...optional])

const verdicts: readonly Schema[] = [
  withVerdict('pass', {}, []),
  withVerdict(
    'fail',
    {
      expected: text('What a conforming connector does.'),
      actual: text('What this one did.'),
      input: text('The shortest input that shows it, described.'),
    },
    ['input'],
  ),
  withVerdict(
    'inconclusive',
    { reason: text('Why it could not be observed.'), enable: text('What would make it observable.') },
    ['enable'],
  ),
  withVerdict('inapplicable', { clause: text('What says that the requirement does not apply.') }, []),
  withVerdict('error', { reason: text('What broke in the harness.') }, []),
]

/** The JSON Schema (2020-12) of `results.json`, rendered to `docs/schema/results.schema.json`. */
export const resultsSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'results.json of touchstone',
  description: 'The verdicts of one run. A file that does not validate, or whose footer counts other cases, is broken.',
  ...object({
    header: object({
      schema: { const: resultsSchemaId },
      harness: text('Version of touchstone.'),
      node: text('Version of Node.'),
      seed: { type: 'integer', description: 'The same seed and plan generate the same inputs.' },
      plan: object({
        digest: text('SHA-256 of the cases chosen.'),
        cases: count('How many cases were chosen, each counted once however many profiles it runs for.'),
        full: { type: 'boolean', description: 'Nothing was left out.' },
      }),
      connector: text('Where the connector was reached.'),
      controls: texts('What the harness could operate or observe beyond HTTP.'),
      witness: { type: ['string', 'null'], description: 'How destination items were counted.' },
      learned: {
        description: 'What the harness found out before the first case; null when it did not get that far.',
        oneOf: [
          { type: 'null' },
          object(
            {
              provider: text('`provider.id` of the manifest.'),
              implementation: text('`implementation_version` of the manifest.'),
              revision: text('`capability_revision` of the manifest.'),
              profiles: texts('The output profiles that were driven.'),
              write: text('The request that creates an item at the destination.'),
              write_is: { enum: ['pinned', 'learned'], description: 'Whether the configuration names the write.' },
              reuses_connections: { type: 'boolean', description: 'The connector reuses destination connections.' },
            },
            ['provider', 'implementation', 'revision', 'write', 'write_is', 'reuses_connections'],
          ),
        ],
      },
      notes: texts('What else a reader should know, in sentences.'),
    }),
    cases: { type: 'array', items: { oneOf: verdicts } },
    footer: object({
      counts: object({
        pass: count('Cases that passed.'),
        fail: count('Must cases that failed.'),
        warning: count('Should cases that failed.'),
        inconclusive: count('Cases that could not be observed.'),
        inapplicable: count('Cases that do not apply to this connector.'),
        error: count('Cases in which the harness broke.'),
      }),
      exit_code: count('The exit code of the run.'),
      complete: { type: 'boolean', description: 'Every chosen case was executed.' },
      millis: count('How long the run took.'),
      plan_digest: text('The digest of the header again.'),
      cases: count('How many entries `cases` has.'),
    }),
  }),
}
