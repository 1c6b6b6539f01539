import { printable as escaped } from '../harness/target/printable.ts'

const longest = 1_000

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

/** Runners obey `::name::` at the start of a line, and a line may break before any word; `##[` and its kin anywhere. */
const inert = (text: string): string =>
  text.replace(/(^|\s)::/g, '$1\\u003a:').replace(/##(?=\[|vso\[|teamcity\[)/gi, '#\\u0023')
