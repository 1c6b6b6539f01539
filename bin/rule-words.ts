import type { Rule } from '../harness/explore/index.ts'
import { type InvariantExplanation, invariants } from '../suites/invariants.ts'

/** The rule that a schedule breaks, for a person who has to mend a connector. */
export const ruleInFull = (rule: Rule): Pick<InvariantExplanation, 'rule' | 'meaning' | 'requirements'> =>
  rule === 'ended' ? ended : invariants[rule]

const ended: ReturnType<typeof ruleInFull> = {
  rule: 'The connector goes on serving, whatever its callers and its destination do.',
  meaning:
    'The process ended by itself in the middle of the schedule. Whoever had called it got no answer, and has to treat the result as unknown.',
  requirements: ['7.1.1'],
}
