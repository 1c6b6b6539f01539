import { RecordError } from './record-error.ts'
import { sortedJson } from './sorted-json.ts'

/** What may stand in a flat body: no fraction, no nesting. */
export type FlatValue = string | number | boolean | null | readonly string[]
export type Flat = { readonly [key: string]: FlatValue }

/** In bytes, which are as many characters. */
export const largestText: number = 16 * 1024

/**
 * The one text of a flat object, which is what is hashed, signed and stored: RFC 8785, of which printable ASCII without
 * space and backslash leaves nothing that two implementations could write differently.
 * @throws RecordError for anything else than a flat object, and for more than 16 KiB
 */
export function canonicalText(flat: object): string {
  const complaints = complaintsAboutFlat(flat)
  if (complaints.length > 0) throw new RecordError(complaints)
  return sortedJson(flat)
}

/** Why a value has no canonical text. */
export function complaintsAboutFlat(value: unknown): readonly string[] {
  const complaints = aboutMembers(value)
  if (complaints.length > 0) return complaints
  return sortedJson(value).length > largestText ? [`expected at most ${largestText} bytes`] : []
}

/**
 * The value of a canonical text. Reading and writing again must give the same bytes: no key twice, none out of order, no
 * white space, no other spelling.
 * @throws RecordError
 */
export function readCanonical(text: string): Flat {
  if (text.length > largestText) throw new RecordError(`expected at most ${largestText} bytes`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new RecordError('expected JSON', { cause: error })
  }
  const complaints = aboutMembers(value)
  if (complaints.length > 0) throw new RecordError(complaints)
  if (sortedJson(value) !== text) {
    throw new RecordError('expected canonical text: each key once, keys sorted, no white space, no escapes')
  }
  return value as Flat
}

function aboutMembers(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ['expected a JSON object']
  return Object.entries(value).flatMap(([key, member]) => aboutMember(key, member))
}

const aboutMember = (name: string, member: unknown): readonly string[] => {
  if (!isPlain(name)) return ['expected keys of printable ASCII without space, quote and backslash']
  // A key that is not one of ours may be what nobody should read.
  const key = /^[a-z_]{1,40}$/.test(name) ? name : 'a field'
  if (typeof member === 'string') return isPlain(member) ? [] : [`${key}: expected ${plainWords}`]
  if (Array.isArray(member)) {
    return Array.from(member).every((each) => typeof each === 'string' && isPlain(each))
      ? []
      : [`${key}: expected strings of ${plainWords}`]
  }
  const isFlat = member === null || typeof member === 'boolean' || (Number.isSafeInteger(member) && Number(member) >= 0)
  return isFlat && !Object.is(member, -0)
    ? []
    : [`${key}: expected a string, an integer from 0 to 2^53-1, true, false, null or an array of strings`]
}

const plainWords = 'printable ASCII without space, quote and backslash'

// A quote would need a backslash before it.
const isPlain = (text: string): boolean => /^[!#-[\]-~]*$/.test(text)
