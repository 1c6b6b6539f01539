/** What controls a terminal, turns the reading direction, breaks a line or cannot be seen. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u2065]/u

/** Text of the other side, safe for a terminal or a report: at most `longest` characters, then an ellipsis. */
export function printable(text: string, longest = 200): string {
  let shown = ''
  for (const character of text) {
    const next = unsafe.test(character) ? escaped(character) : character
    if (shown.length + next.length > longest) return `${shown}…`
    shown += next
  }
  return shown
}

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => {
    const unit = character.charCodeAt(at).toString(16).padStart(4, '0')
    return `\\u${unit}`
  }).join('')
