import type { RequestPattern } from '../target/configuration.ts'
import { matches, patternOf, segmentsOf } from './pattern.ts'

/**
 * Requests that name their operation only by a segment of their path, which an answer gave before: `/drafts/7/publish`.
 * Such a name may be as short as one digit, so it counts only in paths of a kind that followed during calibration, and
 * only when it stood at the place of the answer where the name stood then.
 */
export interface Followers {
  /** What the answer to a request of the operation may call it from now on. */
  learn(operation: string, request: RequestPattern, names: readonly Name[]): void
  /** A request of the calibration, maybe of a kind to be known; `before` are those of the operation that came earlier. */
  study(operation: string, method: string, path: string, before: readonly RequestPattern[]): void
  /** The operation that the path names. */
  ownerOf(method: string, path: string): string | undefined
  /** The kind that the request is of, if it was learned. */
  patternOf(method: string, path: string): RequestPattern | undefined
}

/** Where in an answer a value stands, and the value. */
export type Name = readonly [place: string, value: string]

interface Kind {
  readonly pattern: RequestPattern
  /** The places whose values stand in the segment `at`. */
  readonly names: readonly { readonly at: number; readonly places: readonly string[] }[]
}

export function createFollowers(): Followers {
  const owners = new Map<string, Map<string, string | undefined>>()
  const shared = new Map<string, number>()
  const kinds: Kind[] = []

  const placesOf = (operation: string, value: string): string[] =>
    [...owners].flatMap(([place, values]) => (values.get(value) === operation ? [place] : []))

  /** Where ids are, no two operations have the same value: a place where they do is believed only if there is no better one. */
  const named = (places: readonly string[], value: string): string | undefined => {
    const fewest = Math.min(...places.map((place) => shared.get(place) ?? 0))
    const best = places.filter((place) => (shared.get(place) ?? 0) === fewest)
    return onlyOne(best.map((place) => owners.get(place)?.get(value)))
  }

  const kindOf = (method: string, path: string): Kind | undefined =>
    kinds.find(({ pattern }) => matches(pattern, method, path))

  return {
    learn(operation, request, names) {
      for (const [where, value] of names) {
        const place = `${request.method} ${request.path} ${where}`
        const values = owners.get(place) ?? new Map<string, string | undefined>()
        owners.set(place, values)
        const isTaken = values.has(value) && values.get(value) !== operation
        if (isTaken) shared.set(place, (shared.get(place) ?? 0) + 1)
        // A name of two operations is a name of none, for good: undefined stays in the map.
        values.set(value, isTaken ? undefined : operation)
      }
    },
    study(operation, method, path, before) {
      if (kindOf(method, path)) return
      const earlier = before.map((pattern) => segmentsOf(pattern.path))
      const found = segmentsOf(path).flatMap((segment, at) => {
        const places = earlier.some((segments) => segments[at] === segment) ? [] : placesOf(operation, segment)
        return places.length > 0 ? [{ at, places, hasDigit: /\d/.test(segment) }] : []
      })
      // `{"id": "7", "next": "publish"}` says which segment is meant: ids have digits, unless none of them has.
      const names = found.some(({ hasDigit }) => hasDigit) ? found.filter(({ hasDigit }) => hasDigit) : found
      if (names.length === 0) return
      const pattern = patternOf(method, path, (_, at) => names.some((name) => name.at === at))
      if (!before.some((one) => matches(pattern, one.method, one.path))) kinds.push({ pattern, names })
    },
    ownerOf(method, path) {
      const segments = segmentsOf(path)
      return onlyOne(kindOf(method, path)?.names.map(({ at, places }) => named(places, segments[at] ?? '')) ?? [])
    },
    patternOf: (method, path) => kindOf(method, path)?.pattern,
  }
}

function onlyOne(operations: readonly (string | undefined)[]): string | undefined {
  const distinct = new Set(operations.filter((operation) => operation !== undefined))
  return distinct.size === 1 ? [...distinct][0] : undefined
}
