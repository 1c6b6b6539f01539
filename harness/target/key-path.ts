import { printable } from './printable.ts'

/** Keys and indices from the top of the configuration. */
export type KeyPath = readonly (string | number)[]

/** As a reader writes it: `process.command[0]`. */
export const formatKeyPath = (path: KeyPath): string =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}${text === '' ? '' : '.'}${keyText(key)}`),
    '',
  )

/** A key that someone typed: safe to print, and short. */
export const keyText = (key: string): string => {
  const safe = printable(key)
  return safe.length > 60 ? `${safe.slice(0, 60)}…` : safe
}
