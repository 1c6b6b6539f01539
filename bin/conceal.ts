import type { SecretBook, SecretKind } from '../harness/checks/secret-book.ts'
import type { RunEvent } from '../harness/run/index.ts'

/** Few enough to be looked for at every step of a run. */
const tokens: readonly SecretKind[] = ['connector token', 'destination token']

/**
 * What we tell, an event or any other plain data, without the secrets that the connector put into its names, settings and
 * versions: it must be told that it did, and whatever it does it must not keep us from writing our reports. Of the rest
 * nothing is said but in our own words, and reports are searched once more before they are written.
 */
export const concealed = <T>(told: T, secrets: SecretBook): T => withStrings(told, (text) => secrets.conceal(text))

/** The same for what is shown while the run goes on; the history is not. */
export const concealedNow = (event: RunEvent, secrets: SecretBook): RunEvent =>
  event.type === 'history' ? event : withStrings(event, (text) => secrets.conceal(text, tokens))

/** The same value, with each string in it replaced. */
function withStrings<T>(value: T, replace: (text: string) => string): T {
  const each = (inner: unknown): unknown => {
    if (typeof inner === 'string') return replace(inner)
    if (Array.isArray(inner)) return inner.map(each)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, member]) => [key, each(member)]))
  }
  // Safe: strings become strings, and everything keeps its place.
  return each(value) as T
}
