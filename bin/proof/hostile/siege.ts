import type { Verdict } from '../../../harness/checks/verdict.ts'

/** One hostile connector, how the command line is let loose on it, and what must come of it. */
export interface Siege {
  /** Of the behaviour in `fixtures/hostile`. */
  readonly id: string
  /** All cases unless given. */
  readonly only?: readonly string[]
  readonly deadlineS: number
  /** Of `process`; milliseconds. */
  readonly readyWithin?: number
  readonly shape?: 'immediate' | 'asynchronous'
  /** Under a pseudo-terminal, where touchstone colours its words and rewrites its progress. */
  readonly terminal?: true
  readonly exit: 0 | 1 | 3
  /** Every run of each of these cases ends so. */
  readonly verdicts?: Readonly<Record<string, Verdict>>
  /** Stands in the report, whatever its lines. */
  readonly says?: readonly string[]
  /** Why that exit code and no other. */
  readonly why: string
}
