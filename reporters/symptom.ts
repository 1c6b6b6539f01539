import { groupBy } from './group-by.ts'
import { type Failure, namesOf } from './failure.ts'

/** Failures of one check that look alike: most often one bug. The first tells what all have in common. */
export interface Symptom {
  readonly first: Failure
  readonly others: readonly Failure[]
}

const namesAtMost = 12

/** In the order of reading: the first symptom of every check comes before the second of any. */
export function symptomsOf(failures: readonly Failure[]): readonly Symptom[] {
  const alike = groupBy(failures, ({ check, expected, actual }) => JSON.stringify([check, expected, actual]))
  const symptoms = [...alike.values()].map(([first, ...others]) => ({ first, others }))
  const ofChecks = [...groupBy(symptoms, ({ first }) => first.check).values()]
  const rounds = Math.max(0, ...ofChecks.map((symptomsOfCheck) => symptomsOfCheck.length))
  return Array.from({ length: rounds }, (_, round) => ofChecks.flatMap((own) => own.slice(round, round + 1))).flat()
}

/** The line that stands for the others, if there are any. */
export function othersLine({ others }: Symptom): string | undefined {
  const names = others.flatMap(namesOf)
  if (names.length === 0) return undefined
  const more = names.length > namesAtMost ? ', …' : ''
  return `and ${names.length} more with the same symptom: ${names.slice(0, namesAtMost).join(', ')}${more}`
}
