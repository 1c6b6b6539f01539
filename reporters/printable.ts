import { printable as escaped } from '../harness/target/printable.ts'

const longest = 1_000
const mostLines = 40

/**
 * Any text as one line that is safe on a terminal and in the log of a CI job: nothing that moves the cursor, turns the
 * reading direction or cannot be seen, and nothing a CI runner would take for a command.
 */
export function printable(text: string): string {
  const whole = inert(escaped(text))
  return whole.length > longest ? `${whole.slice(0, longest)}… (${whole.length - longest} more characters)` : whole
}

/** The same for text of several lines, such as lines of configuration. */
export const printableLines = (text: string): readonly string[] => text.split('\n').map(printable)

/** The lines of a text that may have many, not yet printable: no empty ones, and not more than a reader takes in. */
export function textLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).filter((line, at) => at === 0 || line.trim() !== '')
  const more = lines.length - mostLines
  return more > 0 ? [...lines.slice(0, mostLines), `… (${more} more lines)`] : lines
}

/** Runners obey `::name::` at the start of a line, and a line may break before any word; `##[` and its kin anywhere. */
const inert = (text: string): string =>
  text.replace(/(^|\s)::/g, '$1\\u003a:').replace(/##(?=\[|vso\[|teamcity\[)/gi, '#\\u0023')
