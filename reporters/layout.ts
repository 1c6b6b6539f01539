/** Breaks text between words; a word longer than the line is left whole, so that it can still be copied. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && columnsOf(longer) > columns) {
      lines.push(line)
      line = word
    } else {
      line = longer
    }
  }
  return [...lines, line]
}

/** Wrapped text whose further lines stand under the first; `first` and the indentation must be equally wide. */
export function hanging(first: string, text: string, columns: number): readonly string[] {
  const width = columnsOf(first)
  return wrap(text, Math.max(columns - width, 12)).map((line, at) => (at === 0 ? first : ' '.repeat(width)) + line)
}

/** Cut to fit on one line. */
export function shorten(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text
  let short = ''
  for (const character of text) {
    if (columnsOf(short + character) >= columns) break
    short += character
  }
  return `${short}…`
}

/** Columns a terminal needs. Everything far from Latin counts as wide, except punctuation and symbols: too short is harmless. */
export const columnsOf = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + (isWide(character.codePointAt(0) ?? 0) ? 2 : 1), 0)

const isWide = (code: number): boolean => code >= 0x1100 && !(code >= 0x2000 && code < 0x2c00)
