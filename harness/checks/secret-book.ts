import { makeNeedles, type Found, type Needles } from '../wire/needles.ts'

/** What kind of thing must not appear somewhere (R24). Post text is split off the tokens: rules differ by kind. */
export type SecretKind = 'connector token' | 'rejected token' | 'destination token' | 'post text' | 'destination body'

/** Where a secret was found, without the secret. */
export interface Leak {
  readonly kind: SecretKind
  /** Which one, in our words: `content`, `title`, `wrong-first`. */
  readonly name: string
  readonly encoding: string
}

/** Every secret and canary of one run, and the strings that are allowed to contain one. */
export interface SecretBook {
  add(kind: SecretKind, name: string, value: string): void
  /**
   * `value` may contain post text lawfully (an `external_url` with a slug of the title): it is removed before searching for
   * that. A token is a secret wherever it stands.
   */
  allow(value: string): void
  readonly allowed: readonly string[]
  /** Kinds of which a secret is too short to be searched without false hits. */
  tooShort(kind: SecretKind): boolean
  /** Something of this kind can be searched for; a search for nothing finds nothing. */
  knows(kind: SecretKind): boolean
  search(bytes: Uint8Array, kinds: readonly SecretKind[]): readonly Leak[]
  /**
   * Everything that must not reach a file or a terminal of ours, whatever the kind; also a secret that is too short to be
   * searched for, unless it might be a word or a number of our own.
   */
  leaksOfOutput(bytes: Uint8Array): readonly Leak[]
  /** Text of the other side with a word in the place of every secret; `kinds` are all unless given. */
  conceal(text: string, kinds?: readonly SecretKind[]): string
}

/** Shorter values would be found by chance (R24). */
const shortestSearched = 12

/**
 * Shorter than {@link shortestSearched}, and still kept out of whatever we write ourselves: there a false hit costs a word, not a
 * verdict. Not so what any word or number of ours may be: six bytes at least, and no plain word and no short number.
 */
const isTelling = (value: string): boolean =>
  Buffer.byteLength(value) >= shortestConcealed && !/^(?:[A-Za-z]?[a-z-]*|\d{1,7})$/.test(value)

const shortestConcealed = 6

/** Shorter allowed values cannot contain a canary. */
const shortestAllowed = 16

export function createSecretBook(): SecretBook {
  const entries = new Map<string, { kind: SecretKind; name: string; value: string }>()
  const counts = new Map<SecretKind, number>()
  const short = new Set<SecretKind>()
  const concealedOnly = new Map<string, { kind: SecretKind; name: string; forms: readonly string[] }>()
  const allowed = new Set<string>()
  const prepared = new Map<string, { size: number; needles: Needles }>()

  const needlesFor = (kinds: readonly SecretKind[]): Needles => {
    const key = kinds.join()
    const known = prepared.get(key)
    const size = kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0)
    if (known?.size === size) return known.needles
    const chosen = [...entries].filter(([, { kind }]) => kinds.includes(kind))
    const needles = makeNeedles(chosen.map(([name, { value }]) => ({ name, value })))
    prepared.set(key, { size, needles })
    return needles
  }

  const leaks = (found: readonly Found[]): readonly Leak[] =>
    found.flatMap(({ name, encoding }) => {
      const entry = entries.get(name)
      return entry ? [{ kind: entry.kind, name: entry.name, encoding }] : []
    })

  const concealShort = (text: string, kinds: readonly SecretKind[]): string =>
    [...concealedOnly.values()]
      .filter(({ kind }) => kinds.includes(kind))
      .flatMap(({ forms }) => forms)
      // The longest first: one may be a piece of another.
      .toSorted((one, other) => other.length - one.length)
      .reduce((concealed, form) => concealed.replaceAll(form, '[secret]'), text)

  const shortLeaks = (bytes: Uint8Array): readonly Leak[] => {
    if (concealedOnly.size === 0) return []
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
    return [...concealedOnly.values()].flatMap(({ kind, name, forms }) =>
      forms.some((form) => text.includes(form)) ? [{ kind, name, encoding: 'plain' }] : [],
    )
  }

  return {
    add(kind, name, value) {
      if (Buffer.byteLength(value) < shortestSearched) {
        short.add(kind)
        const forms = [...new Set([value, JSON.stringify(value).slice(1, -1)])]
        if (isTelling(value)) concealedOnly.set(`${kind} ${value}`, { kind, name, forms })
      } else {
        const key = `${kind} ${value}`
        if (!entries.has(key)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
        entries.set(key, { kind, name, value })
      }
    },
    allow(value) {
      if (value.length >= shortestAllowed) allowed.add(value)
    },
    get allowed() {
      return [...allowed]
    },
    tooShort: (kind) => short.has(kind),
    knows: (kind) => [...entries.values()].some((entry) => entry.kind === kind),
    search(bytes, kinds) {
      const texts = kinds.filter((kind) => kind === 'post text')
      const others = kinds.filter((kind) => kind !== 'post text')
      return [
        ...leaks(needlesFor(others).search(bytes)),
        ...leaks(needlesFor(texts).search(bytes, { ignoring: [...allowed] })),
      ]
    },
    conceal: (text, kinds = everyKind) => concealShort(needlesFor(kinds).conceal(text, '[secret]'), kinds),
    leaksOfOutput: (bytes) => [...leaks(needlesFor(everyKind).search(bytes)), ...shortLeaks(bytes)],
  }
}

export const everyKind: readonly SecretKind[] = [
  'connector token',
  'rejected token',
  'destination token',
  'post text',
  'destination body',
]
