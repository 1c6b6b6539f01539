import { Violation } from '../checks/verdict.ts'
import type { Invariant } from '../history/index.ts'

/**
 * What a schedule can show to be broken: an invariant of the judge, that the connector ended by itself, or that it did not
 * become ready again after an outage (R5).
 */
export type Rule = Invariant | 'ended' | 'unready'

/** A violation with the rule that it breaks: a schedule is only shrunk to one that breaks the same. */
export class Broken extends Violation {
  readonly rule: Rule

  constructor(rule: Rule, expected: string, actual: string) {
    super(expected, actual)
    this.rule = rule
  }
}
