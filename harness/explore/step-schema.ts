/** The JSON Schema of a schedule, for files that hold one. Kept beside `step.ts`; a test ties them. */
type Schema = { readonly [keyword: string]: unknown }

const step = (
  what: string,
  members: Readonly<Record<string, Schema>> = {},
  optional: readonly string[] = [],
): Schema => ({
  type: 'object',
  properties: { do: { const: what }, ...members },
  required: ['do', ...Object.keys(members).filter((name) => !optional.includes(name))],
  additionalProperties: false,
})

const fault: Schema = {
  description: 'What happens at the gate to the next write, or the next other request, of the operation.',
  type: 'object',
  properties: {
    on: { enum: ['write', 'read'] },
    at: { enum: ['received', 'applied', 'partial'] },
    act: { enum: ['hold', 'hang', 'reset', 'truncate', 'garbage', 'drop', 'end', '422', '500', '502', '504'] },
  },
  required: ['on', 'at', 'act'],
  additionalProperties: false,
}

const calls: Schema = { type: 'integer', minimum: 0, maximum: 64 }

export const stepSchema: Schema = {
  description: 'One step of a schedule; all of them act on one operation of their own.',
  anyOf: [
    step('publish', { fault }, ['fault']),
    step('lookup', { fault }, ['fault']),
    step('burst', { publishes: calls, lookups: calls }),
    step('abort', { how: { enum: ['fin', 'reset', 'silent'] }, at: { enum: ['received', 'applied'] } }),
    step('crash', { at: { enum: ['received', 'applied', 'partial', 'answered'] } }),
    step('outage', { how: { enum: ['refused', 'hanging', '500'] } }),
    ...['both', 'other-content', 'restart', 'heal', 'settle', 'outwait', 'release'].map((what) => step(what)),
  ],
}
