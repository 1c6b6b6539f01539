import { createHash } from 'node:crypto'
import type { Generated } from '../harness/checks/verdict.ts'
import { type FoundViolation, inWords, type Rule, type Schedule } from '../harness/explore/index.ts'
import { plainJson, replayOfFile } from '../reporters/index.ts'
import type { RecordedTarget } from './recorded-target.ts'

/** What every case file begins with. */
export const caseSchema = 'touchstone-case/1'

/** A failure, with everything that it takes to see it again; `docs/schema/case.schema.json` says what is what. */
export type CaseFile = FailedCase | FailedSchedule

/** A case of the suites that failed. */
export interface FailedCase extends Recorded {
  /** Absent in files of the first version. */
  readonly kind?: 'case'
  readonly id: string
  readonly level: 'must' | 'should'
  readonly requirements: readonly string[]
  readonly plan_digest: string
  readonly input?: string
  /** What makes the input again, where it was generated. */
  readonly generated?: Generated
}

/** A schedule of `touchstone explore`, as small as it could be made, that broke a rule. */
export interface FailedSchedule extends Recorded {
  readonly kind: 'schedule'
  readonly rule: Rule
  /** The step after which it showed, from 1; one more than there are when it showed in the end. */
  readonly after: number
  readonly steps: Schedule
  readonly words: readonly string[]
  readonly found: { readonly schedules: number; readonly steps: Schedule; readonly seen_again: boolean }
}

interface Recorded {
  readonly schema: typeof caseSchema
  readonly profile?: string
  readonly seed: number
  /** Version of touchstone. */
  readonly harness: string
  readonly connector: string
  /** Absent in files of the first version. Paths are relative to the folder in which it was recorded. */
  readonly target?: RecordedTarget
  readonly expected: string
  readonly actual: string
  readonly replay: string
}

/** The file of a violation that was explored, with its name in the folder of the reports. */
export function scheduleFile(
  violation: FoundViolation,
  about: Pick<Recorded, 'seed' | 'harness' | 'connector'> & {
    readonly profile: string | undefined
    readonly target: RecordedTarget
    readonly folder: string
  },
): { readonly name: string; readonly file: FailedSchedule } {
  const { rule, after, schedule, expected, actual } = violation
  const digest = createHash('sha256').update(JSON.stringify(schedule)).digest('hex').slice(0, 8)
  const name = `cases/explore-${rule}-${digest}.json`
  const { profile, folder, target, ...rest } = about
  return {
    name,
    file: {
      schema: caseSchema,
      kind: 'schedule',
      rule,
      ...(profile === undefined ? {} : { profile }),
      ...rest,
      target,
      steps: schedule,
      words: inWords(schedule),
      after,
      expected,
      actual,
      found: { schedules: violation.schedules, steps: violation.found, seen_again: violation.seenAgain },
      replay: replayOfFile(`${folder.replace(/\/+$/, '')}/${name}`),
    },
  }
}

export const textOf = (file: CaseFile): string => `${plainJson(file, 2)}\n`
