/** The command line, a file named by it or the configuration is wrong. Printed as it is; exit code 2. */
export class UsageError extends Error {}

/** A command or an option that there is not; the nearest known one is proposed. */
export class UnknownWord extends UsageError {
  readonly word: string
  readonly known: readonly string[]

  constructor(what: 'command' | 'option' | 'argument', word: string, known: readonly string[]) {
    super(`unknown ${what} ${word}`)
    this.word = word
    this.known = known
  }
}
