import type { OutputProfile, Setting } from './manifest.ts'

/**
 * Settings that a connector accepts (R13): everything the example gives, and for each required setting without one the
 * default, else the first option, 1, true or a short text.
 */
export function validSettings(
  { settings = [] }: OutputProfile,
  example: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const missing = settings.filter(({ key, required }) => required && !Object.hasOwn(example, key))
  // `fromEntries` defines members, so that a setting may be called `__proto__`.
  return Object.fromEntries([
    ...Object.entries(example),
    ...missing.map((each) => [each.key, validValue(each)] as const),
  ])
}

function validValue(setting: Setting): unknown {
  if (setting.default !== undefined && setting.default !== null) return setting.default
  switch (setting.control) {
    case 'number':
      return 1
    case 'checkbox':
      return true
    case 'select':
    case 'radio':
      return setting.options?.[0] ?? 'text'
    case 'text':
    case 'textarea':
      return 'text'
  }
}

/** ASCII text of exactly this length, without white space: every way of counting and trimming agrees (R11). */
export const longestText = (length: number): string => 'a'.repeat(Math.max(0, length))

/** The key of a setting that takes any text, for a marker. */
export const usableTextSetting = ({ settings = [] }: OutputProfile): string | undefined =>
  settings.find(({ control }) => control === 'text' || control === 'textarea')?.key
