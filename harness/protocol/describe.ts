/** What kind of value this is, never the value: it may be an account, a token or a post text. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number with a fraction'
  if (typeof value === 'string') return value === '' ? 'empty string' : `string of ${count(length(value), 'character')}`
  if (Array.isArray(value)) return value.length === 0 ? 'empty array' : `array of ${value.length}`
  const { length: members } = Object.keys(value)
  return members === 0 ? 'empty object' : `object with ${count(members, 'member')}`
}

/** The value itself, for places that hold no secret: escaped, at most 80 characters. Objects are only described. */
export function reveal(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return quote(value)
  if (!Array.isArray(value)) return describe(value)
  const shown = value.slice(0, longest).map(reveal).join(', ')
  return shown.length + 2 > longest ? describe(value) : `[${shown}]`
}

const longest = 80

/** Code points, as R11 counts. */
const length = (text: string): number => Array.from(text).length

const count = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`

/** In double quotes; cut between characters, never inside an escape. */
function quote(text: string): string {
  let shown = ''
  for (const character of text.slice(0, longest)) {
    const next = escape(character)
    if (shown.length + next.length > longest - 3) return `"${shown}…"`
    shown += next
  }
  return text.length > longest ? `"${shown}…"` : `"${shown}"`
}

/** What controls a terminal, turns the reading direction or cannot be seen. */
function escape(character: string): string {
  if (character === '"' || character === '\\') return `\\${character}`
  if (!/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u.test(character)) return character
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}
