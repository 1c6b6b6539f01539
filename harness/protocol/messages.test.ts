import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checkResolution, type Resolution, type ResolutionRequest, resolutionRequestSchema } from './capabilities.ts'
import type { Complaint } from './complaint.ts'
import { type Account, checkConnection, type Connection, connectionRequestSchema } from './connection.ts'
import { checkHealth, type Health } from './health.ts'
import { inspector } from './inspect.ts'
import { checkManifest, controls, type Manifest, type OutputProfile, type Setting, type TextRule } from './manifest.ts'
import { checkOperationResult, type PendingResult, type PublishedResult } from './operation-result.ts'
import { checkProblem, type Problem } from './problem.ts'
import { checkPublishRequest, type PublishRequest } from './publish.ts'
import type { Schema } from './schema.ts'

/*
 * Ties each interface to its schema. The compiler makes every arbitrary give exactly the members of its interface; the
 * properties say that the schema takes all such values, and none with one member removed or of another type.
 */

type Arbitraries<T> = { [Key in keyof T]-?: fc.Arbitrary<NonNullable<T[Key]>> }
type OptionalKeys<T> = { [Key in keyof T]-?: object extends Pick<T, Key> ? Key : never }[keyof T]

/** A value of `T` with its optional members sometimes absent. `optional` must name all of them. */
const message = <T>(members: Arbitraries<T>, optional: Record<OptionalKeys<T>, true>): fc.Arbitrary<T> =>
  fc.record(members as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: Object.keys(members).filter((key) => !Object.hasOwn(optional, key)),
  }) as fc.Arbitrary<T>

const plain = fc.stringMatching(/^[A-Za-z0-9 .,]{0,12}$/)
const name = fc.stringMatching(/^[A-Za-z0-9-]{1,12}$/)
const anId = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,20}$/)
const url = fc.webUrl({ validSchemes: ['https'] }).filter((each) => URL.canParse(each))
const flag = fc.boolean()
const anyObject = fc.dictionary(name, fc.jsonValue(), { maxKeys: 3 })

const rule = message<TextRule>({ required: flag, max_length: fc.integer({ min: 1, max: 1e6 }) }, {})
const setting = message<Setting>(
  {
    key: name,
    label: plain,
    help: plain,
    control: fc.constantFrom(...controls),
    required: flag,
    default: fc.oneof(plain, fc.integer(), flag),
    options: fc.array(plain, { maxLength: 3 }),
  },
  { help: true, default: true, options: true },
)
const none = fc.constant(0)
const profile = message<OutputProfile>(
  {
    id: anId,
    display_name: plain,
    profile: fc.constant('short_text'),
    intents: fc.constant(['post']),
    content: rule,
    title: rule,
    description: rule,
    media: message<OutputProfile['media']>({ min_items: none, max_items: none }, {}),
    settings: fc.array(setting, { maxLength: 2 }),
  },
  { title: true, description: true, settings: true },
)
const manifest = message<Manifest>(
  {
    protocol_version: fc.constant('1.0'),
    implementation_version: name,
    provider: message<Manifest['provider']>({ id: anId, display_name: plain, description: plain }, {}),
    capability_revision: name,
    connection: fc.constant({ modes: ['preconfigured'] }),
    publishing: message<Manifest['publishing']>(
      { output_profiles: fc.array(profile, { minLength: 1, maxLength: 2 }) },
      {},
    ),
    operations: message<Manifest['operations']>({ polling: flag }, {}),
  },
  {},
)
const health = message<Health>({ status: fc.constant('ready') }, {})
const account = message<Account>(
  { id: anId, username: plain, display_name: plain, avatar_url: url },
  { avatar_url: true },
)
const connection = message<Connection>(
  {
    state: fc.constant('complete'),
    connection_ref: anId,
    accounts: fc.uniqueArray(account, { minLength: 1, maxLength: 3, selector: ({ id }) => id }),
  },
  {},
)
const resolution = message<Resolution>(
  { capability_revision: name, available: flag, constraints: anyObject, unavailable_reason: plain },
  { constraints: true, unavailable_reason: true },
)
const published = message<PublishedResult>(
  {
    status: fc.constant('published'),
    external_id: name,
    external_url: url,
    idempotency_ttl_seconds: fc.integer({ min: 0, max: 31_622_400 }),
  },
  { external_url: true, idempotency_ttl_seconds: true },
)
const pending = message<PendingResult>(
  {
    status: fc.constant('pending'),
    provider_reference: name,
    poll_after_seconds: fc.integer({ min: 1, max: 3600 }),
  },
  {},
)
const problem = message<Problem>(
  {
    title: name,
    status: fc.constant(422),
    kind: name,
    detail: plain,
    action: plain,
    provider_code: plain,
    outcome: fc.constantFrom('rejected', 'unknown'),
    retry_after: fc.nat(),
  },
  { detail: true, action: true, provider_code: true, outcome: true, retry_after: true },
)
const publish = message<PublishRequest>(
  {
    operation_id: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{15,63}$/),
    connection_ref: anId,
    capability_revision: name,
    output_profile: anId,
    content: plain,
    title: plain,
    description: plain,
    settings: anyObject,
  },
  { content: true, title: true, description: true },
)
const connectionRequest = message<{ readonly workspace_id: string }>({ workspace_id: name }, {})
const resolutionRequest = message<ResolutionRequest>(
  { connection_ref: anId, output_profile: anId, intent: fc.constant('post'), settings: anyObject },
  {},
)

const bySchema = (schema: Schema): ((value: unknown) => readonly Complaint[]) => {
  const inspect = inspector(schema)
  return (value) => inspect(value).complaints
}

interface Tied {
  readonly arbitrary: fc.Arbitrary<unknown>
  readonly check: (value: unknown) => readonly Complaint[]
  /** Members that a mutation may remove. */
  readonly optional?: readonly string[]
  /** Members with values of any type. */
  readonly open?: readonly string[]
}

const tied: Readonly<Record<string, Tied>> = {
  manifest: {
    arbitrary: manifest,
    check: (value) => checkManifest(value, { builtinProviders: [] }),
    optional: ['title', 'description', 'settings', 'help', 'default', 'options'],
    open: ['default'],
  },
  health: { arbitrary: health, check: checkHealth },
  connection: { arbitrary: connection, check: checkConnection, optional: ['avatar_url'] },
  resolution: {
    arbitrary: resolution,
    check: (value) => checkResolution(value, { revision: revisionOf(value) }),
    optional: ['constraints', 'unavailable_reason'],
    open: ['constraints'],
  },
  'published result': {
    arbitrary: published,
    check: checkOperationResult,
    optional: ['external_url', 'idempotency_ttl_seconds'],
  },
  'pending result': { arbitrary: pending, check: checkOperationResult },
  problem: {
    arbitrary: problem,
    check: (value) => checkProblem(value, { httpStatus: 422, outcome: 'optional' }),
    optional: ['detail', 'action', 'provider_code', 'outcome', 'retry_after'],
  },
  'publish request': {
    arbitrary: publish,
    check: checkPublishRequest,
    optional: ['content', 'title', 'description'],
    open: ['settings'],
  },
  'connection request': { arbitrary: connectionRequest, check: bySchema(connectionRequestSchema) },
  'resolution request': {
    arbitrary: resolutionRequest,
    check: bySchema(resolutionRequestSchema),
    open: ['settings'],
  },
}

const revisionOf = (value: unknown): string => (value as Partial<Resolution> | null)?.capability_revision ?? ''

/** Every path in a value, open members and what is in them left out. */
function paths(
  value: unknown,
  open: readonly string[],
  prefix: readonly string[] = [],
): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([key]) => !open.includes(key))
    .flatMap(([key, inner]) => [[...prefix, key], ...paths(inner, open, [...prefix, key])])
}

/** A copy with one member replaced, or removed when `by` is undefined. */
function replaced(value: unknown, [key = '', ...rest]: readonly string[], by: unknown): unknown {
  const copy: unknown = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }
  const members = copy as Record<string, unknown>
  if (rest.length > 0) members[key] = replaced(members[key], rest, by)
  else if (by === undefined) delete members[key]
  else members[key] = by
  return copy
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value)

const musts = (complaints: readonly Complaint[]): readonly Complaint[] =>
  complaints.filter(({ level }) => level === 'must')

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

for (const [what, { arbitrary, check, optional = [], open = [] }] of Object.entries(tied)) {
  test(`every value of the ${what} interface passes its schema, also with members we do not know`, () => {
    fc.assert(
      fc.property(arbitrary, fc.jsonValue(), (value, extra) => {
        assert.equal(musts(check(value)), [])
        if (!what.endsWith('request')) assert.equal(musts(check({ ...(value as object), x_other: extra })), [])
      }),
      { numRuns: 60 },
    )
  })

  test(`a ${what} with one member of another type, null included, is complained about at that member`, () => {
    fc.assert(
      fc.property(arbitrary, fc.nat(), fc.constantFrom(null, true, 1.5, 'text', [], {}), (value, pick, by) => {
        const all = paths(value, open)
        const path = all[pick % all.length] ?? []
        fc.pre(kindOf(at(value, path)) !== kindOf(by))
        const found = musts(check(replaced(value, path, by)))
        assert.ok(
          found.some(({ pointer }) => pointer.startsWith(`/${path.join('/')}`)),
          `no complaint about ${path.join('/')} as ${JSON.stringify(by)}`,
        )
      }),
      { numRuns: 150 },
    )
  })

  test(`a ${what} without one of its required members is complained about at that member`, () => {
    fc.assert(
      fc.property(arbitrary, fc.nat(), (value, pick) => {
        const all = paths(value, open).filter((path) => {
          const last = path.at(-1) ?? ''
          // `provider.description` is required; that of a profile is not.
          const isOptional = optional.includes(last) && path[0] !== 'provider'
          return !isOptional && !/^\d+$/.test(last) && !open.includes(last)
        })
        const path = all[pick % all.length] ?? []
        const found = musts(check(replaced(value, path, undefined)))
        assert.ok(
          found.some(({ pointer }) => pointer === `/${path.join('/')}`),
          `no complaint about the missing ${path.join('/')}`,
        )
      }),
      { numRuns: 60 },
    )
  })

  test(`a ${what} that is no object, or has its members in a prototype, is complained about`, () => {
    for (const value of [null, [], 'text', 1, true, [[]]]) assert.is.not(musts(check(value)).length, 0)
    const [value] = fc.sample(arbitrary, 1)
    assert.is.not(musts(check(Object.create(value as object))).length, 0)
  })
}

test.run()
