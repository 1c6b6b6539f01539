import type { Topic } from './complaint.ts'
import { idPattern } from './identifiers.ts'

/** A node of a JSON Schema (2020-12) with what we need to complain in words. */
export interface Schema {
  /** Completes "expected …". */
  readonly title?: string
  /** Complaints about the value; default: that of the message. */
  readonly topic?: Topic
  /** The member may be absent. */
  readonly optional?: true
  /** Vocabulary of the protocol that may be shown as it is. */
  readonly reveal?: boolean
  /** A value outside of this rule makes the message unreadable, as one of another type does. */
  readonly vital?: true
  readonly properties?: Readonly<Record<string, Schema>>
  readonly [keyword: string]: unknown
}

/** Members that are not `optional` are required; members we do not know are tolerated (R3). */
export const object = (title: string, properties: Readonly<Record<string, Schema>>, rest: Schema = {}): Schema => ({
  type: 'object',
  title,
  properties,
  required: Object.keys(properties).filter((key) => properties[key]?.optional !== true),
  ...rest,
})

export const list = (title: string, items: Schema, rest: Schema = {}): Schema => ({
  type: 'array',
  title,
  items,
  ...rest,
})

export const optional = (schema: Schema): Schema => ({ ...schema, optional: true })

export const text = (rest: Schema = {}): Schema => ({ type: 'string', title: 'a string', ...rest })

/** A text that identifies something: an empty one does not. */
export const label = (rest: Schema = {}): Schema =>
  text({ minLength: 1, title: 'a non-empty string', vital: true, ...rest })

/** A text that is shown to people (R6a). */
export const displayText = (rest: Schema = {}): Schema => text({ format: 'display-text', ...rest })

export const id = (rest: Schema = {}): Schema =>
  text({
    pattern: idPattern,
    title: 'an id: at most 128 letters, digits and . _ : / -, the first a letter or digit',
    ...rest,
  })

export const httpsUrl: Schema = text({ format: 'https-url', title: 'an absolute HTTPS URL', topic: 'url' })

export const integer = (minimum: number, maximum: number | undefined, rest: Schema = {}): Schema => ({
  type: 'integer',
  minimum,
  ...(maximum === undefined ? {} : { maximum }),
  title: maximum === undefined ? `an integer of at least ${minimum}` : `an integer from ${minimum} to ${maximum}`,
  reveal: true,
  ...rest,
})

export const flag: Schema = { type: 'boolean', title: 'true or false', reveal: true }

/** Exactly this value. */
export const exactly = (value: unknown, rest: Schema = {}): Schema => ({
  const: value,
  title: `exactly ${JSON.stringify(value)}`,
  reveal: true,
  ...rest,
})
