import { printable } from './printable.ts'

const keptLines = 20
const keptCharacters = 16_384
const shownCharacters = 200

/** The last lines of a stream, for messages: bounded, safe to print, without the secrets it is given. */
export interface Tail {
  add(chunk: Uint8Array): void
  text(): string
}

export const createTail = (secrets: readonly string[]): Tail => {
  const decoder = new TextDecoder()
  let kept = ''
  let cut = false
  return {
    add: (chunk) => {
      kept += decoder.decode(chunk, { stream: true })
      if (kept.length <= keptCharacters) return
      kept = kept.slice(-keptCharacters)
      cut = true
    },
    text: () => {
      // A line that has lost its beginning may begin with half a secret, which no search would find.
      const whole = cut ? kept.slice(kept.indexOf('\n') + 1 || kept.length) : kept
      return conceal(whole, secrets)
        .split(/\r?\n/)
        .filter((line) => line !== '')
        .slice(-keptLines)
        .map(show)
        .join('\n')
    },
  }
}

const conceal = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((concealed, secret) => (secret === '' ? concealed : concealed.replaceAll(secret, '[secret]')), text)

const show = (line: string): string => {
  const safe = printable(line)
  return safe.length > shownCharacters ? `${safe.slice(0, shownCharacters)}…` : safe
}
