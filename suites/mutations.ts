import fc from 'fast-check'
import { limits, type OutputProfile, type Setting } from '../harness/protocol/index.ts'
import type { Operation } from '../harness/checks/operation.ts'
import type { GivenInput } from '../harness/checks/context.ts'
import { type Generated, Inapplicable, Inconclusive } from '../harness/checks/verdict.ts'

/** One defect in a valid publish request: the members that replace the valid ones, and words for a report. */
export interface Mutation {
  readonly change: Change | ((valid: Operation) => Change)
  /** Describes the input, never prints it: `content of 281 ASCII characters`. */
  readonly input: string
  /** What makes a generated one again; see {@link changeOf}. */
  readonly generated?: Generated
}

/** The same for every request. */
export interface PlainMutation extends Mutation {
  readonly change: Change
}

export type Change = Readonly<Record<string, unknown>>

/** What one case tries: every listed one, then generated ones, which shrink when they find something. */
export interface Mutations {
  readonly listed: readonly Mutation[]
  readonly generated?: fc.Arbitrary<Mutation>
  /** Whether what was recorded of a generated one is a defect still: the manifest may have changed since. */
  readonly isDefect?: (recorded: Generated) => boolean
}

/** The change that recorded data stands for; undefined for data that this version does not know. */
export function changeOf({ text, length, setting, value, member }: Generated): Mutation['change'] | undefined {
  if (typeof text === 'string' && typeof length === 'number') {
    return (valid) => ({ [text]: textOfLength(valid, text, length) })
  }
  if (typeof setting === 'string' && value !== undefined) {
    return ({ request }) => ({ settings: { ...(request['settings'] as Change | undefined), [setting]: value } })
  }
  return typeof member === 'string' ? { [member]: 'x' } : undefined
}

/** A generated defect; it is made in the way in which it is made again. */
function generatedBy(generated: Generated, input: string): Mutation {
  const change = changeOf(generated)
  if (change === undefined) throw new TypeError(`nothing makes ${JSON.stringify(generated)}`)
  return { change, input, generated }
}

/** The defect of a failure that is done again; undefined where none was recorded. */
export function givenMutation(
  given: GivenInput | undefined,
  isDefect: NonNullable<Mutations['isDefect']>,
): Mutation | undefined {
  if (!given) return undefined
  const change = changeOf(given.generated)
  if (change === undefined) throw new Inconclusive('this version cannot make the input that was recorded')
  if (isDefect(given.generated)) return { change, ...given }
  throw new Inconclusive('by the manifest of this connector the input that was recorded is valid now')
}

/** The same of a defect that is the same for every request. */
export function givenMember(given: GivenInput | undefined): PlainMutation | undefined {
  const mutation = givenMutation(given, ({ member }) => typeof member === 'string' && !knownMembers.has(member))
  return mutation && { ...mutation, change: { [String(mutation.generated?.['member'])]: 'x' } }
}

type Settings = Readonly<Record<string, unknown>>

/** ASCII text of exactly this length; it begins with what marks the operation, so that a write of it is found. */
export function textOfLength({ request, marker }: Operation, member: string, length: number): string {
  const text = request[member]
  return `${typeof text === 'string' ? text : marker} `.padEnd(length, 'a').slice(0, length)
}

/** Text one to two hundred ASCII characters over the limit; shrinks to one over. */
export function overLimit(member: string, limit: number): Mutations {
  if (limit > limits.boundaryTextLength) {
    throw new Inapplicable(`R7: ${member}.max_length is above ${limits.boundaryTextLength} characters`)
  }
  const over = (excess: number): Mutation =>
    generatedBy(
      { text: member, length: limit + excess },
      `${member} of ${limit + excess} ASCII characters, limit ${limit}`,
    )
  return {
    listed: [over(1)],
    generated: fc.integer({ min: 2, max: 200 }).map(over),
    isDefect: ({ text, length }) => text === member && Number(length) > limit,
  }
}

/** A key that no setting of the profile has; shrinks to a short one. */
export function unknownSetting(profile: OutputProfile): Mutations {
  const declared = new Set((profile.settings ?? []).map(({ key }) => key))
  const generated = fc
    .tuple(fc.stringMatching(/^[a-z][a-z0-9_]{0,15}$/), fc.constantFrom('x', 1, true, null))
    .filter(([key]) => !declared.has(key))
    .map(([key, value]) => generatedBy({ setting: key, value }, `settings with the unknown key "${key}"`))
  const isDefect = ({ setting }: Generated): boolean => typeof setting === 'string' && !declared.has(setting)
  return { listed: [], generated, isDefect }
}

/** A value that is none of the options of a choice control. */
export function unknownOption(profile: OutputProfile, settings: Settings): Mutations {
  const choices = (profile.settings ?? []).filter(
    ({ control, options }) => ['select', 'radio'].includes(control) && (options?.length ?? 0) > 0,
  )
  if (choices.length === 0) throw new Inapplicable('R12: the profile has no select or radio with options')
  const generated = fc
    .tuple(fc.constantFrom(...choices), fc.stringMatching(/^[a-z][a-z0-9-]{0,19}$/))
    .filter(([{ options }, value]) => !(options ?? []).includes(value))
    .map(([{ key }, value]) =>
      generatedBy({ setting: key, value }, `setting "${key}" with a value that is not among its options`),
    )
  // Beside anything generated: each choice with its first option in other letter case, and with nothing.
  const listed = choices.flatMap(({ key, options }) =>
    ['', swapCase(options?.[0] ?? '')]
      .filter((value) => !(options ?? []).includes(value))
      .map((value) => ({
        change: { settings: { ...settings, [key]: value } },
        input:
          value === '' ? `setting "${key}" as an empty string` : `setting "${key}" with an option in other letter case`,
      })),
  )
  const isDefect = ({ setting, value }: Generated): boolean =>
    choices.some(({ key, options }) => key === setting && !(options ?? []).some((option) => option === value))
  return { listed, generated, isDefect }
}

/** An object or a list for any setting, a word or `true` for a number, a word for a checkbox (R12). */
export function wrongSettingType(profile: OutputProfile, settings: Settings): Mutations {
  const cases = (profile.settings ?? []).flatMap((setting) =>
    wrongValues(setting).map((value) => ({
      change: { settings: { ...settings, [setting.key]: value } },
      input: `setting "${setting.key}" (${setting.control}) as ${Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `the ${typeof value} ${JSON.stringify(value)}`}`,
    })),
  )
  if (cases.length === 0) throw new Inapplicable('R12: the profile declares no settings')
  return { listed: cases }
}

function wrongValues({ control, options }: Setting): readonly unknown[] {
  // A list of one good value is what a careless conversion takes for that value.
  const good = { number: 1, checkbox: true, text: 'x', textarea: 'x', select: options?.[0], radio: options?.[0] }[
    control
  ]
  const never: readonly unknown[] = [{}, [], { value: 1 }, ['x'], [good ?? 'y']]
  if (control === 'number') return [...never, 'many', true]
  if (control === 'checkbox') return [...never, 'perhaps']
  return never
}

/** Every required setting without a default left out, one at a time. */
export function missingSetting(profile: OutputProfile, settings: Settings): Mutations {
  const needed = (profile.settings ?? []).filter((setting) => setting.required && setting.default === undefined)
  if (needed.length === 0) throw new Inapplicable('R12: the profile has no required setting without a default')
  const listed = needed.map(({ key }) => ({
    change: { settings: Object.fromEntries(Object.entries(settings).filter(([each]) => each !== key)) },
    input: `settings without the required "${key}"`,
  }))
  return { listed }
}

const swapCase = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase())

/** A member that the protocol does not know; shrinks to a short name. */
export const unknownMember: fc.Arbitrary<PlainMutation> = fc
  .stringMatching(/^[a-z][a-z_]{0,15}$/)
  .filter((name) => !knownMembers.has(name))
  .map((name) => ({
    change: { [name]: 'x' },
    input: `a body with the unknown member "${name}"`,
    generated: { member: name },
  }))

const knownMembers: ReadonlySet<string> = new Set([
  'operation_id',
  'connection_ref',
  'capability_revision',
  'output_profile',
  'content',
  'title',
  'description',
  'settings',
  'intent',
  'workspace_id',
])

/** Each required member missing, and of every other type. */
export const wrongMembers = (members: readonly string[]): readonly PlainMutation[] =>
  members.flatMap((member) =>
    [undefined, 1, true, {}, [], null].map((value) => ({
      change: { [member]: value },
      input: value === undefined ? `no ${member}` : `${member} as ${JSON.stringify(value)}`,
    })),
  )

/** Bodies that are no JSON object. */
export const notAnObject: readonly { readonly bytes: string; readonly input: string }[] = [
  { bytes: '', input: 'an empty body' },
  { bytes: '{"operation_id":"x","content', input: 'truncated JSON' },
  { bytes: 'operation_id=x', input: 'a body that is not JSON' },
  { bytes: '[]', input: 'a JSON list' },
  { bytes: '"text"', input: 'a JSON string' },
  { bytes: 'null', input: 'JSON null' },
]

/** Requests that no reading of HTTP/1.1 makes a valid publish: the body that can be read from them is not whole. */
export const notHttp: readonly {
  readonly input: string
  readonly head: (length: number) => string
  readonly mangle: (body: string) => string
}[] = [
  {
    input: 'a Content-Length that is no number',
    head: () => 'POST /v1/publishes HTTP/1.1\r\ncontent-length: many\r\n',
    mangle: (body) => body,
  },
  {
    input: 'two Content-Length headers that disagree',
    head: (length) =>
      `POST /v1/publishes HTTP/1.1\r\ncontent-length: ${length - 1}\r\ncontent-length: ${length + 9}\r\n`,
    mangle: (body) => body,
  },
  {
    input: 'a chunk whose size is no number',
    head: () => 'POST /v1/publishes HTTP/1.1\r\ntransfer-encoding: chunked\r\n',
    mangle: (body) => `zz\r\n${body}\r\n0\r\n\r\n`,
  },
  {
    input: 'a request line without a version that exists',
    head: (length) => `POST /v1/publishes HTTX/9.9\r\ncontent-length: ${length}\r\n`,
    mangle: (body) => body,
  },
]
