/** What `${…}` may name. */
export const placeholderNames = [
  'connector.token',
  'connector.url',
  'connector.port',
  'destination.url',
  'destination.token',
  'work',
  'marker',
] as const

export type PlaceholderName = (typeof placeholderNames)[number]

const pattern = /(\$?)\$\{([^{}]*)(\}?)/g

/** The names between `${` and `}`, known or not; undefined for a `${` that is not closed. */
export const placeholdersIn = (template: string): readonly (string | undefined)[] =>
  [...template.matchAll(pattern)]
    .filter(([, escape]) => escape === '')
    .map(([, , name, close]) => (close === '' ? undefined : name))

/**
 * Replaces `${name}` by its value; `$${` becomes a plain `${`. Values are not looked at again.
 * A name without a value is an error: loading the configuration has already refused unknown ones.
 */
export const expand = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(pattern, (whole, escape: string, name: string) => {
    if (escape !== '') return whole.slice(1)
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) throw new Error(`\${${name}} has no value in this run`)
    return value
  })
