import { tokenRuns } from './tokens.ts'

/** Which operation a request belongs to, by what it carries. */
export interface Markers {
  /** Throws when the marker was given for another operation: neither could be told from the other. */
  watch(operation: string, marker: string): void
  /** The operation that a text names; `derived: false` leaves out what was only learned. */
  ownerOf(text: string, options?: { readonly derived: boolean }): string | undefined
  /** From now on these strings name the operation too, unless they name another one already. */
  learn(operation: string, tokens: readonly string[]): void
  /** A marker that was given for the operation, or its id, occurs in the text. */
  names(operation: string, text: string): boolean
  /** Any string that names this operation, learned ones included, occurs in the text. */
  belongs(operation: string, text: string): boolean
}

/** Shorter ids occur by chance. */
const shortestId = 16

export function createMarkers(): Markers {
  const ids = new Map<string, string>()
  const given = new Map<string, string>()
  const derived = new Map<string, string | undefined>()

  // An id outranks a marker: an operation that repeats the post text of another one carries the other's marker too.
  const ownerOf: Markers['ownerOf'] = (text, { derived: withDerived } = { derived: true }) =>
    longestIn(ids, text) ?? longestIn(given, text) ?? (withDerived ? derivedOwner(text) : undefined)

  const derivedOwner = (text: string): string | undefined => {
    for (const run of tokenRuns(text)) {
      const operation = derived.get(run)
      if (operation !== undefined) return operation
    }
    return undefined
  }

  const names: Markers['names'] = (operation, text) =>
    text.includes(operation) || [...given].some(([marker, owner]) => owner === operation && text.includes(marker))

  return {
    watch(operation, marker) {
      const owner = given.get(marker) ?? operation
      if (owner !== operation) throw new TypeError(`the marker of operation ${operation} is that of ${owner}`)
      if (operation.length >= shortestId) ids.set(operation, operation)
      given.set(marker, operation)
    },
    ownerOf,
    learn(operation, tokens) {
      for (const token of tokens) {
        if (ownerOf(token, { derived: false }) !== undefined) continue
        const known = derived.has(token)
        if (!known) derived.set(token, operation)
        // A name of two operations is a name of none, for good: undefined stays in the map.
        else if (derived.get(token) !== operation) derived.set(token, undefined)
      }
    },
    names,
    belongs: (operation, text) =>
      names(operation, text) || tokenRuns(text).some((run) => derived.get(run) === operation),
  }
}

function longestIn(owners: ReadonlyMap<string, string>, text: string): string | undefined {
  let longest = ''
  for (const word of owners.keys()) if (word.length > longest.length && text.includes(word)) longest = word
  return owners.get(longest)
}
