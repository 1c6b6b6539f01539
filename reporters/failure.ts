import type { CaseResult } from '../harness/run/result.ts'
import { nameOf } from './by-check.ts'
import type { ReportOptions } from './commentary.ts'
import { groupBy } from './group-by.ts'
import { replayCommand } from './replay.ts'
import type { RunDocument } from './run-document.ts'

/** A violation, once for all the profiles that show it in the same way. */
export interface Failure {
  readonly id: string
  readonly check: string
  readonly expected: string
  readonly actual: string
  readonly profiles: readonly string[]
  /** A whole sentence. */
  readonly sentence: string
  /** What a reader needs to understand and mend it, in the order of reading. */
  readonly facts: readonly { readonly label: FactLabel; readonly text: string }[]
}

export type FactLabel = 'Requirement' | 'Expected' | 'Actual' | 'Input' | 'Replay' | 'Usual cause'

/** The must cases that failed, in the order of the run. */
export function failuresOf(run: RunDocument, options: ReportOptions): readonly Failure[] {
  const failed = run.results.filter(({ level, outcome }) => level === 'must' && outcome.verdict === 'fail')
  const alike = groupBy(failed, ({ id, outcome }) => JSON.stringify([id, outcome]))
  return [...alike.values()].map((same) => ({
    ...explainFailure(same[0], run.header.seed, options),
    profiles: profilesOf(same),
  }))
}

const profilesOf = (results: readonly CaseResult[]): readonly string[] =>
  results.flatMap(({ profile }) => (profile === undefined ? [] : [profile]))

/** One case that failed; the facts are empty for any other verdict. */
export function explainFailure(
  result: CaseResult,
  seed: number,
  { commentary, target, folder }: ReportOptions,
): Failure {
  const { id, check, title, requirements, outcome } = result
  const who = { id, check, profiles: profilesOf([result]), sentence: sentenceOf(title) }
  if (outcome.verdict !== 'fail') return { ...who, expected: '', actual: '', facts: [] }
  const cause = commentary.usualCause(id)
  return {
    ...who,
    expected: outcome.expected,
    actual: outcome.actual,
    facts: [
      ...requirements.map((each) => ({ label: 'Requirement' as const, text: requirementLine(each, commentary) })),
      { label: 'Expected', text: outcome.expected },
      { label: 'Actual', text: outcome.actual },
      ...(outcome.input === undefined ? [] : [{ label: 'Input' as const, text: outcome.input }]),
      { label: 'Replay', text: replayCommand(result, seed, target, folder) },
      ...(cause === undefined ? [] : [{ label: 'Usual cause' as const, text: cause }]),
    ],
  }
}

/** Once for each profile. */
export const namesOf = ({ id, profiles }: Pick<Failure, 'id' | 'profiles'>): readonly string[] =>
  profiles.length === 0 ? [id] : profiles.map((profile) => nameOf({ id, profile }))

export const sentenceOf = (title: string): string => `A conforming connector ${title}.`

function requirementLine(id: string, { requirement }: ReportOptions['commentary']): string {
  const found = requirement(id)
  return found ? `${found.section} ${found.statement}` : id
}
