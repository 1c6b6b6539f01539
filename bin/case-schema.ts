import { stepSchema } from '../harness/explore/index.ts'
import { caseSchema } from './case-file.ts'

type Schema = { readonly [keyword: string]: unknown }

const text = (description: string): Schema => ({ type: 'string', description })
const steps: Schema = { type: 'array', items: stepSchema, minItems: 1, maxItems: 100 }

const object = (properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((key) => !optional.includes(key)),
  additionalProperties: false,
})

const target: Schema = {
  description: 'How the connector is reached again from the folder in which it was recorded. Never holds a token.',
  oneOf: [
    object({ config: text('Path of the configuration file.') }),
    object({ url: text('Of the connector.'), token_env: text('Environment variable with its token.') }),
    object({ url: text('Of the connector.'), token_file: text('File with its token.') }),
    object({ reference: { enum: ['immediate', 'asynchronous'], description: 'Shape of the bundled connector.' } }),
  ],
}

const common = {
  schema: { const: caseSchema },
  profile: text('The output profile, where there is a choice.'),
  seed: { type: 'integer', minimum: 0, description: 'Of the generated input.' },
  harness: text('Version of touchstone.'),
  connector: text('URL at which it was reached.'),
  target,
  expected: text('Completes "expected …".'),
  actual: text('Completes "got …".'),
  replay: text('The command that sees it again.'),
} as const

const failedCase: Schema = object(
  {
    ...common,
    kind: { const: 'case' },
    id: { type: 'string', pattern: '^[a-z0-9-]+/[a-z0-9-]+$', description: 'Check and slug of the case.' },
    level: { enum: ['must', 'should'] },
    requirements: { type: 'array', items: { type: 'string' } },
    plan_digest: text('Of the run in which it failed.'),
    input: text('The shortest input that shows it, described.'),
    generated: {
      description: 'What makes a generated input again: texts by their length. Never a text of a post, never a secret.',
      type: 'object',
      additionalProperties: { anyOf: ['string', 'number', 'boolean', 'null'].map((type) => ({ type })) },
    },
  },
  ['kind', 'profile', 'target', 'input', 'generated'],
)

const failedSchedule: Schema = object(
  {
    ...common,
    kind: { const: 'schedule' },
    rule: {
      enum: ['I0', 'I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'L1', 'ended', 'unready'],
      description:
        'The invariant that it breaks; ended: the connector ended by itself; unready: it was not ready again after an outage.',
    },
    steps,
    words: { type: 'array', items: { type: 'string' }, description: 'The steps for people.' },
    after: {
      type: 'integer',
      minimum: 1,
      description: 'The step after which it showed; one more than there are when it showed in the end.',
    },
    found: object({
      schedules: { type: 'integer', minimum: 1, description: 'How many had been tried.' },
      steps,
      seen_again: { type: 'boolean', description: 'False for a violation that showed once and never again.' },
    }),
  },
  ['profile'],
)

/** The schema of `cases/*.json`, as it is shipped in `docs/schema/case.schema.json`. */
export const caseFileSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A case file of touchstone',
  description: 'One failure, with everything that `touchstone replay` needs to see it again.',
  anyOf: [failedCase, failedSchedule],
}
