import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { type Complaint, must, type Topic } from './complaint.ts'
import { describe, reveal } from './describe.ts'
import { markupIn } from './display-text.ts'
import { isHttpsUrl } from './https-url.ts'
import { at, plainCopy, step } from './json.ts'
import type { Schema } from './schema.ts'

/** What a schema says about a value. */
export interface Inspection<Message> {
  /** Where the value breaks the schema, the first complaint of each place. */
  readonly complaints: readonly Complaint[]
  /**
   * The value, when every member has the type its interface says. Optional members of another type are left out of it,
   * and rules about values may be broken: it is safe to read, not flawless.
   */
  readonly readable: Message | undefined
}

export type Inspect<Message> = (value: unknown) => Inspection<Message>

/** Compiles, at the first use, a schema whose readable values are of type `Message`. */
export function inspector<Message>(schema: Schema, topicOf: TopicOf = byValue): Inspect<Message> {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= compile(schema)
    // A copy has own members only, so that nothing is found in a prototype.
    const copy = plainCopy(value)
    const flaws = validate(copy) ? [] : distinct((validate.errors ?? []).map(flawOf))
    const droppable = new Set(flaws.filter(isDroppable).map(({ pointer }) => pointer))
    const readable = flaws.every((flaw) => !flaw.breaks || isDroppable(flaw))
    return {
      complaints: flaws.map((flaw) => complaintOf(flaw, value, topicOf)),
      // Safe: whatever the interface demands was checked, as the property tests of the messages show.
      readable: readable ? (plainCopy(copy, droppable) as Message) : undefined,
    }
  }
}

/** The topic of a flaw; `breaks`: the member is missing or of another type. */
export type TopicOf = (flaw: { readonly pointer: string; readonly breaks: boolean; readonly topic: Topic }) => Topic

const byValue: TopicOf = ({ topic }) => topic

interface Flaw {
  readonly pointer: string
  readonly breaks: boolean
  readonly node: Schema
  readonly markup: boolean
}

let shared: Ajv2020 | undefined

const compile = (schema: Schema): ValidateFunction => (shared ??= newAjv()).compile(schema)

/** One for all messages: each compiles the schema of schemas anew. */
const newAjv = (): Ajv2020 => {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, strictRequired: false })
  ajv.addVocabulary(['topic', 'optional', 'reveal', 'vital'])
  ajv.addFormat('display-text', (text) => markupIn(text) === undefined)
  ajv.addFormat('https-url', isHttpsUrl)
  return ajv
}

function flawOf({ keyword, instancePath, parentSchema, params }: ErrorObject): Flaw {
  const parent = (parentSchema ?? {}) as Schema
  if (keyword === 'required') {
    const missing = String(params['missingProperty'])
    return {
      pointer: instancePath + step(missing),
      breaks: true,
      node: parent.properties?.[missing] ?? {},
      markup: false,
    }
  }
  const markup = keyword === 'format' && parent['format'] === 'display-text'
  const breaks = keyword === 'type' || (parent.vital === true && !markup)
  return { pointer: instancePath, breaks, node: parent, markup }
}

const isDroppable = ({ node, breaks }: Flaw): boolean => breaks && node.optional === true

/** One flaw for each place: what breaks a message first. */
function distinct(flaws: readonly Flaw[]): readonly Flaw[] {
  const first = new Map<string, Flaw>()
  for (const flaw of flaws) {
    const known = first.get(flaw.pointer)
    if (!known || (flaw.breaks && !known.breaks)) first.set(flaw.pointer, flaw)
  }
  return [...first.values()]
}

function complaintOf({ pointer, breaks, node, markup }: Flaw, value: unknown, topicOf: TopicOf): Complaint {
  const found = at(value, pointer)
  if (markup) {
    const what = typeof found === 'string' ? markupIn(found) : undefined
    return must('html', pointer, 'plain text', `${describe(found)} with ${what ?? 'markup'}`)
  }
  const topic = topicOf({ pointer, breaks, topic: node.topic ?? 'shape' })
  return must(topic, pointer, node.title ?? 'another value', node.reveal === true ? reveal(found) : describe(found))
}
