import type { KeyPath } from './key-path.ts'

/** Everything that is wrong with a configuration. The message has one line for each problem. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigurationError'
    this.problems = problems
  }
}

/** Notes one problem: where, and what is wrong with its mend. */
export type Report = (path: KeyPath, text: string) => void
