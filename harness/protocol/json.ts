export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of the value itself, never one of its prototype: `{}` has no `constructor`. */
export const own = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

/** One step of a JSON pointer, escaped. */
export const step = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** What a JSON pointer names; undefined when there is nothing. */
export function at(value: unknown, pointer: string): unknown {
  return keysOf(pointer).reduce<unknown>(
    (inner, key) => (Array.isArray(inner) ? (inner as readonly unknown[])[Number(key)] : own(inner, key)),
    value,
  )
}

export const keysOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

/**
 * A copy of own members only, without those that `leaveOut` names. Lists are cut to `longestList` entries, so that a
 * hostile message cannot make us collect a million complaints.
 */
export function plainCopy(value: unknown, leaveOut: ReadonlySet<string> = new Set(), pointer = ''): unknown {
  if (Array.isArray(value)) {
    return value.slice(0, longestList).map((item, index) => plainCopy(item, leaveOut, `${pointer}/${index}`))
  }
  if (!isObject(value)) return value
  // `fromEntries` defines members, so that even `__proto__` becomes an ordinary one.
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => ({ key, member, inner: pointer + step(key) }))
      .filter(({ inner }) => !leaveOut.has(inner))
      .map(({ key, member, inner }) => [key, plainCopy(member, leaveOut, inner)]),
  )
}

const longestList = 2000
