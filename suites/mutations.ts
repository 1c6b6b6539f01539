import fc from 'fast-check'
import { limits, type OutputProfile, type Setting } from '../harness/protocol/index.ts'
import type { Operation } from '../harness/checks/operation.ts'
import { Inapplicable } from '../harness/checks/verdict.ts'

/** One defect in a valid publish request: the members that replace the valid ones, and words for a report. */
export interface Mutation {
  readonly change: Change | ((valid: Operation) => Change)
  /** Describes the input, never prints it: `content of 281 ASCII characters`. */
  readonly input: string
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
  const over = (excess: number): Mutation => ({
    change: (valid) => ({ [member]: textOfLength(valid, member, limit + excess) }),
    input: `${member} of ${limit + excess} ASCII characters, limit ${limit}`,
  })
  return { listed: [over(1)], generated: fc.integer({ min: 2, max: 200 }).map(over) }
}

/** A key that no setting of the profile has; shrinks to a short one. */
export function unknownSetting(profile: OutputProfile, settings: Settings): Mutations {
  const declared = new Set((profile.settings ?? []).map(({ key }) => key))
  const generated = fc
    .tuple(fc.stringMatching(/^[a-z][a-z0-9_]{0,15}$/), fc.constantFrom<unknown>('x', 1, true, null))
    .filter(([key]) => !declared.has(key))
    .map(([key, value]) => ({
      change: { settings: { ...settings, [key]: value } },
      input: `settings with the unknown key "${key}"`,
    }))
  return { listed: [], generated }
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
    .map(([{ key }, value]) => ({
      change: { settings: { ...settings, [key]: value } },
      input: `setting "${key}" with a value that is not among its options`,
    }))
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
  return { listed, generated }
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

function wrongValues({ control }: Setting): readonly unknown[] {
  const never: readonly unknown[] = [{}, [], { value: 1 }, ['x']]
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
export const unknownMember: fc.Arbitrary<string> = fc
  .stringMatching(/^[a-z][a-z_]{0,15}$/)
  .filter((name) => !knownMembers.has(name))

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
