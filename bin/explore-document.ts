import { type Exploration, inWords } from '../harness/explore/index.ts'
import { ruleInFull } from './rule-words.ts'

/** `explore.json`, and what `--json` prints. */
export function exploreDocument(
  { coverage, violation, error, stopped, complete, unjudged, millis }: Exploration,
  about: {
    readonly seed: number
    readonly harness: string
    readonly connector: string
    readonly controls: readonly string[]
    readonly exitCode: number
  },
): Readonly<Record<string, unknown>> {
  const { exitCode, ...rest } = about
  return {
    schema: 'touchstone-explore/1',
    ...rest,
    millis: Math.round(millis),
    exit_code: exitCode,
    stopped,
    complete,
    ...(unjudged === undefined ? {} : { unjudged }),
    ...(error === undefined ? {} : { error }),
    coverage,
    ...(violation === undefined
      ? {}
      : {
          violation: {
            rule: violation.rule,
            sentence: ruleInFull(violation.rule).rule,
            requirements: ruleInFull(violation.rule).requirements,
            expected: violation.expected,
            actual: violation.actual,
            steps: violation.schedule,
            words: inWords(violation.schedule),
            after: violation.after,
            found: {
              steps: violation.found,
              schedules: violation.schedules,
              millis: Math.round(violation.foundAfterMillis),
              seen_again: violation.seenAgain,
            },
            shrunk: { schedules: violation.shrinkTries, millis: Math.round(violation.shrinkMillis) },
          },
        }),
  }
}
