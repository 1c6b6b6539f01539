import { idPattern } from '../../harness/protocol/index.ts'

/** A JSON Schema (2020-12) whose title completes "expected …". */
export interface Field {
  readonly title: string
  readonly [keyword: string]: unknown
}

export const exactly = (value: string | number): Field => ({ const: value, title: `exactly ${value}` })

export const oneOf = (words: readonly string[]): Field => ({
  enum: words,
  title: `one of ${words.map((word) => word || 'nothing').join(', ')}`,
})

export const pattern = (regex: string, title: string, maxLength?: number): Field => ({
  type: 'string',
  pattern: regex,
  ...(maxLength === undefined ? {} : { maxLength }),
  title,
})

/** An empty string stands for none. */
export const orNone = (field: Field): Field => ({ anyOf: [{ const: '' }, field], title: `${field.title}, or nothing` })

export const digest: Field = pattern('^sha256:[0-9a-f]{64}$', 'sha256: and 64 hexadecimal digits in lower case')
export const hash: Field = pattern('^[0-9a-f]{64}$', '64 hexadecimal digits in lower case')
export const revision: Field = pattern('^[0-9a-f]{40}$', 'a full Git revision, 40 hexadecimal digits')
export const keyId: Field = pattern('^[0-9a-f]{16}$', '16 hexadecimal digits')

export const recordId: Field = {
  ...pattern('^[A-Za-z0-9]+(?:[._:-][A-Za-z0-9]+)*$', 'an id of 8 to 128 letters, digits and single . _ : -', 128),
  minLength: 8,
}
export const slug: Field = pattern(
  '^[a-z0-9]+(?:[._-][a-z0-9]+)*$',
  'at most 64 small letters, digits and single . _ -',
  64,
)
/** Provider and profile ids are the connector's own (§2.4). */
export const protocolId: Field = pattern(idPattern, 'an id by the ID format of the protocol')

export const operatorRef: Field = pattern(
  '^operator:hmac-sha256:[0-9a-f]{16}:[0-9a-f]{64}$',
  'operator:hmac-sha256:<key id>:<64 hexadecimal digits>',
)
export const version: Field = pattern('^[0-9]+\\.[0-9]+\\.[0-9]+(?:[-+][0-9A-Za-z.+-]+)?$', 'a semantic version', 64)

export const count: Field = { type: 'integer', minimum: 0, title: 'a count' }

/** That the day exists is checked beside the schema. */
export const time: Field = pattern(
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
  'a time like 2026-01-31T00:00:00.000Z',
)

export const set = (items: Field, title: string, maxItems = 100): Field => ({
  type: 'array',
  items,
  uniqueItems: true,
  maxItems,
  title,
})

/** An object with exactly these members. */
export const closed = (title: string, properties: Readonly<Record<string, Field>>): Field => ({
  type: 'object',
  title,
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
