import type { Complaint } from './complaint.ts'
import { inspector, type TopicOf } from './inspect.ts'
import { limits } from './limits.ts'
import { manifestRules, type ManifestOptions } from './manifest-rules.ts'
import { displayText, exactly, flag, id, integer, label, list, object, optional, type Schema, text } from './schema.ts'

/** What `GET /v1/manifest` answers (§2.4). */
export interface Manifest {
  readonly protocol_version: string
  readonly implementation_version: string
  readonly provider: { readonly id: string; readonly display_name: string; readonly description: string }
  readonly capability_revision: string
  readonly connection: { readonly modes: readonly string[] }
  readonly publishing: { readonly output_profiles: readonly OutputProfile[] }
  readonly operations: { readonly polling: boolean }
}

export interface OutputProfile {
  readonly id: string
  readonly display_name: string
  readonly profile: string
  readonly intents: readonly string[]
  readonly content: TextRule
  readonly title?: TextRule
  readonly description?: TextRule
  readonly media: { readonly min_items: number; readonly max_items: number }
  readonly settings?: readonly Setting[]
}

export interface TextRule {
  readonly required: boolean
  /** In Unicode code points (R11). */
  readonly max_length: number
}

export interface Setting {
  readonly key: string
  readonly label: string
  readonly help?: string
  readonly control: Control
  readonly required: boolean
  readonly default?: unknown
  readonly options?: readonly string[]
}

export const controls = ['text', 'textarea', 'number', 'select', 'radio', 'checkbox'] as const

export type Control = (typeof controls)[number]

const textRule = (what: string): Schema =>
  object(`the rules of the ${what}, an object`, { required: flag, max_length: integer(0, undefined, { vital: true }) })

const setting = object('a setting object', {
  key: label({ reveal: true }),
  label: displayText(),
  help: optional(displayText()),
  control: { enum: controls, title: `one of ${controls.join(', ')}`, reveal: true, vital: true },
  required: flag,
  default: { optional: true },
  options: optional(list('an array of strings', displayText())),
})

const mediaItems = exactly(limits.mediaItems, { type: 'integer', topic: 'media' })

const profile = object('an output profile object', {
  id: id({ topic: 'ids', reveal: true }),
  display_name: displayText(),
  profile: exactly('short_text', { type: 'string', topic: 'profiles' }),
  intents: exactly(['post'], { type: 'array', items: text({ reveal: true }), topic: 'profiles' }),
  content: textRule('content'),
  title: optional(textRule('title')),
  description: optional(textRule('description')),
  media: object('an object with min_items and max_items', { min_items: mediaItems, max_items: mediaItems }),
  settings: optional(list('an array of setting objects', setting)),
})

export const manifestSchema: Schema = object('a manifest object', {
  protocol_version: exactly('1.0', { type: 'string' }),
  implementation_version: label(),
  provider: object('an object with id, display_name and description', {
    id: id({ topic: 'ids', reveal: true }),
    display_name: displayText(),
    description: displayText(),
  }),
  capability_revision: label(),
  connection: object('an object with modes', {
    modes: exactly(['preconfigured'], { type: 'array', items: text({ reveal: true }), topic: 'modes' }),
  }),
  publishing: object('an object with output_profiles', {
    output_profiles: list('an array of at least one output profile', profile, { minItems: 1, topic: 'profiles' }),
  }),
  operations: object('an object with polling', { polling: flag }),
})

/** Whatever is wrong in a setting belongs to the settings; elsewhere a missing or mistyped member belongs to the shape. */
const topicOf: TopicOf = ({ pointer, breaks, topic }) => {
  if (/^\/publishing\/output_profiles\/\d+\/settings(\/|$)/.test(pointer)) return 'settings'
  return breaks ? 'shape' : topic
}

const inspect = inspector<Manifest>(manifestSchema, topicOf)

/** Everything that is wrong with a manifest (R6, R6a). */
export function checkManifest(value: unknown, options: ManifestOptions): readonly Complaint[] {
  const { complaints, readable } = inspect(value)
  return [...complaints, ...manifestRules(value, readable, options)]
}

/**
 * The manifest, when all its members have the types of the interface; rules about values may be broken, so that a
 * connector with, say, a wrong protocol version can still be driven. A default of `null` is read as none.
 */
export function readManifest(value: unknown): Manifest | undefined {
  const { readable } = inspect(value)
  if (!readable) return undefined
  const output_profiles = readable.publishing.output_profiles.map((each) =>
    each.settings ? { ...each, settings: each.settings.map(withoutNullDefault) } : each,
  )
  return { ...readable, publishing: { ...readable.publishing, output_profiles } }
}

function withoutNullDefault(setting: Setting): Setting {
  if (setting.default !== null) return setting
  const { default: _, ...rest } = setting
  return rest
}
