import { type Complaint, must, should } from './complaint.ts'
import { describe, reveal } from './describe.ts'
import type { Manifest, OutputProfile, Setting, TextRule } from './manifest.ts'

export interface ManifestOptions {
  /** Provider ids that a connector must not use, from the configuration. */
  readonly builtinProviders: readonly string[]
  /** Tokens to look for in the manifest, written plainly. */
  readonly secrets?: readonly string[]
}

/** What a schema cannot say about a manifest (R6). Only a readable one is judged further than its secrets. */
export function manifestRules(
  value: unknown,
  manifest: Manifest | undefined,
  { builtinProviders, secrets = [] }: ManifestOptions,
): readonly Complaint[] {
  const leaks = secretsIn(value, secrets)
  if (!manifest) return leaks
  const profiles = manifest.publishing.output_profiles
  return [
    ...leaks,
    ...reserved(manifest.provider.id, builtinProviders),
    ...repeated(profiles.map(({ id }) => id)).map(({ index, name }) =>
      should('unique', `/publishing/output_profiles/${index}/id`, 'an id of its own for each profile', `${name} again`),
    ),
    ...profiles.flatMap((profile, index) => profileRules(profile, `/publishing/output_profiles/${index}`)),
  ]
}

const secretsIn = (value: unknown, secrets: readonly string[]): readonly Complaint[] => {
  // Escaped as in a document, and without a pointer: the name of a member may be the secret.
  const document = secrets.length > 0 ? String(JSON.stringify(value)) : ''
  return secrets.some((secret) => secret !== '' && document.includes(JSON.stringify(secret).slice(1, -1)))
    ? [must('secret', '', 'a manifest without secrets', 'one that holds a token')]
    : []
}

const reserved = (id: string, builtin: readonly string[]): readonly Complaint[] =>
  builtin.includes(id) ? [must('reserved', '/provider/id', 'an id that no built-in provider has', reveal(id))] : []

const profileRules = (profile: OutputProfile, pointer: string): readonly Complaint[] => [
  ...(['content', 'title', 'description'] as const).flatMap((name) => room(profile[name], `${pointer}/${name}`)),
  ...repeated((profile.settings ?? []).map(({ key }) => key)).map(({ index, name }) =>
    should('unique', `${pointer}/settings/${index}/key`, 'a key of its own for each setting', `${name} again`),
  ),
  ...(profile.settings ?? []).flatMap((setting, index) => settingRules(setting, `${pointer}/settings/${index}`)),
]

/** A text that is required must have room for one character, or no post is valid. */
const room = (rule: TextRule | undefined, pointer: string): readonly Complaint[] =>
  rule?.required === true && rule.max_length < 1
    ? [must('profiles', `${pointer}/max_length`, 'an integer of at least 1 where the text is required', '0')]
    : []

const settingRules = (setting: Setting, pointer: string): readonly Complaint[] => [
  ...(isChoice(setting) && (setting.options ?? []).length === 0
    ? [
        should(
          'defaults',
          `${pointer}/options`,
          `at least one option of a ${setting.control}`,
          describe(setting.options),
        ),
      ]
    : []),
  ...(Object.hasOwn(setting, 'default') && !fits(setting)
    ? [should('defaults', `${pointer}/default`, `a default that fits a ${setting.control}`, describe(setting.default))]
    : []),
]

const isChoice = ({ control }: Setting): boolean => control === 'select' || control === 'radio'

function fits({ control, default: preset, options }: Setting): boolean {
  switch (control) {
    case 'text':
    case 'textarea':
      return typeof preset === 'string'
    case 'number':
      return typeof preset === 'number'
    case 'checkbox':
      return typeof preset === 'boolean'
    case 'select':
    case 'radio':
      return typeof preset === 'string' && (options ?? []).includes(preset)
  }
}

/** The entries that were there before, shown. */
function repeated(names: readonly string[]): readonly { readonly index: number; readonly name: string }[] {
  const seen = new Set<string>()
  return names.flatMap((name, index) => {
    if (seen.has(name)) return [{ index, name: reveal(name) }]
    seen.add(name)
    return []
  })
}
