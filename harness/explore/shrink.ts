import fc from 'fast-check'
import type { Alphabet } from './alphabet.ts'
import { isChancy, type Schedule, type Step } from './step.ts'
import type { Trial, Violated } from './trial.ts'

/** Longer ones show nothing that shorter ones do not (nine of ten failures take three events), and are hard to read. */
const longest = 7

/** How often a schedule that depends on chance is tried before it is said to break nothing. */
export const chancyTries = 10

export interface Shrunk {
  readonly schedule: Schedule
  readonly violated: Violated
  /** Schedules tried for it, repeats included. */
  readonly tries: number
  /** It could be seen again at all. */
  readonly seenAgain: boolean
}

/** A schedule is the list of its steps' places in the alphabet: small numbers are simple steps, and shrink as such. */
const places = ({ steps }: Alphabet): fc.Arbitrary<number[]> =>
  fc.array(fc.nat({ max: steps.length - 1 }), { minLength: 1, maxLength: longest })

const scheduleOf = ({ steps }: Alphabet, indexes: readonly number[]): Schedule =>
  indexes.flatMap((index) => steps[index] ?? [])

const placeOf = ({ steps }: Alphabet, step: Step): number => {
  const wanted = JSON.stringify(step)
  return steps.findIndex((each) => JSON.stringify(each) === wanted)
}

/** Random schedules, the same for the same seed. They begin with a publish that is disturbed, more often than not. */
export function randomSchedules(alphabet: Alphabet, seed: number, count: number): readonly Schedule[] {
  const isFirst = (index: number): boolean => {
    const step = alphabet.steps[index]
    return step !== undefined && ['publish', 'burst', 'abort', 'crash', 'outage'].includes(step.do)
  }
  const starts = alphabet.steps.flatMap((_, index) => (isFirst(index) ? [index] : []))
  const rest = fc.array(fc.nat({ max: alphabet.steps.length - 1 }), { minLength: 1, maxLength: longest - 1 })
  const schedules = fc.tuple(fc.constantFrom(...starts), rest).map(([first, others]) => [first, ...others])
  return fc.sample(schedules, { seed, numRuns: count }).map((indexes) => scheduleOf(alphabet, indexes))
}

interface Counterexample {
  readonly schedule: Schedule
  readonly violated: Violated
}

/** fast-check keeps the last element of an array: what is left is tried without each of its steps. */
async function withoutNeedless(
  found: Counterexample,
  breaksTheSame: (schedule: Schedule) => Promise<Violated | undefined>,
): Promise<Counterexample> {
  for (const index of found.schedule.keys()) {
    if (found.schedule.length === 1) return found
    const schedule = found.schedule.toSpliced(found.schedule.length - 1 - index, 1)
    const violated = await breaksTheSame(schedule)
    if (violated) return await withoutNeedless({ schedule, violated }, breaksTheSame)
  }
  return found
}

/** The smallest schedule found that breaks the same rule, within the time that `mayGoOn` gives. */
export async function shrink(
  alphabet: Alphabet,
  found: Counterexample,
  attempt: (schedule: Schedule) => Promise<Trial>,
  mayGoOn: () => boolean,
): Promise<Shrunk> {
  let tries = 0
  let smallest: Counterexample | undefined
  const breaksTheSame = async (schedule: Schedule): Promise<Violated | undefined> => {
    for (let left = isChancy(schedule) ? chancyTries : 1; left > 0 && mayGoOn(); left -= 1) {
      tries += 1
      const trial = await attempt(schedule)
      // A connector that is down, say, breaks another rule: that is no smaller form of this violation.
      if (trial.is === 'violated' && trial.rule === found.violated.rule) return trial
    }
    return undefined
  }
  // What came after it showed has no part in it.
  const start = found.schedule.slice(0, found.violated.after).map((step) => placeOf(alphabet, step))
  const property = fc.asyncProperty(places(alphabet), async (indexes) => {
    const schedule = scheduleOf(alphabet, indexes)
    const violated = await breaksTheSame(schedule)
    if (!violated) return
    // fast-check only ever moves on to smaller ones, so the last is the smallest.
    smallest = { schedule, violated }
    throw new Error('broken')
  })
  await fc.check(property, { examples: [[start]], numRuns: 1 })
  if (smallest) smallest = await withoutNeedless(smallest, breaksTheSame)
  return { ...(smallest ?? found), tries, seenAgain: smallest !== undefined }
}
