import type { Rule } from '../harness/explore/index.ts'
import { type InvariantExplanation, invariants } from '../suites/invariants.ts'

/** The rule that a schedule breaks, for a person who has to mend a connector. */
export const ruleInFull = (rule: Rule): Pick<InvariantExplanation, 'rule' | 'meaning' | 'requirements'> =>
  rule === 'ended' || rule === 'unready' ? ofTheProcess[rule] : invariants[rule]

/** What a schedule can show of the connector as a whole. */
const ofTheProcess: Readonly<Record<'ended' | 'unready', ReturnType<typeof ruleInFull>>> = {
  ended: {
    rule: 'The connector goes on serving, whatever its callers and its destination do.',
    meaning:
      'The process ended by itself in the middle of the schedule. Whoever had called it got no answer, and has to treat the result as unknown.',
    requirements: ['7.1.1'],
  },
  unready: {
    rule: 'Health is ready again at the latest 60 s after an outage of the destination ended.',
    meaning:
      'The destination works, and the connector goes on saying that it does not, or says nothing. The service keeps the installation quarantined and publishes nothing through it.',
    requirements: ['R5'],
  },
}
