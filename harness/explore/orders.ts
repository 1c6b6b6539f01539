import type { Alphabet, Disturbance } from './alphabet.ts'
import type { Schedule, Step } from './step.ts'
import type { Random } from '../checks/random.ts'

/** A schedule together with what it is there for. */
export interface Planned {
  readonly stage: Stage
  readonly schedule: Schedule
  /** Which combination it covers; random ones cover none. */
  readonly covers: string
  /** Of a single. */
  readonly disturbance?: Disturbance
}

export type Stage = 'singles' | 'pairs' | 'random'

/** What is asked first decides what a connector gets the chance to heal (R20). */
const inspections = {
  'looked up first': [{ do: 'lookup' }, { do: 'publish' }],
  'published again first': [{ do: 'publish' }, { do: 'lookup' }],
  'both at once': [{ do: 'both' }],
} as const satisfies Record<string, readonly Step[]>

const orders = [
  'looked up first',
  'published again first',
  'both at once',
] as const satisfies readonly (keyof typeof inspections)[]

/**
 * Every disturbance in every order of inspection. Those of reads come last, all in one order before the next: one that
 * finds no read need not be tried in the other orders.
 */
export const singles = ({ disturbances, reads }: Alphabet): readonly Planned[] => [
  ...disturbances.flatMap((disturbance) => orders.map((order) => single(disturbance, order))),
  ...orders.flatMap((order) => reads.map((disturbance) => single(disturbance, order))),
]

const single = (disturbance: Disturbance, order: keyof typeof inspections): Planned => ({
  stage: 'singles',
  schedule: [...disturbance.steps, ...inspections[order]],
  covers: `${disturbance.name}, ${order}`,
  disturbance,
})

/** Every disturbance followed by every other; the order of inspection alternates. In a random order, because seldom all are run. */
export function pairs({ disturbances, seconds }: Alphabet, random: Random): readonly Planned[] {
  const all = disturbances.flatMap((first) => seconds.map((second) => ({ first, second })))
  return shuffled(all, random).map(({ first, second }, index) => ({
    stage: 'pairs',
    schedule: [...first.steps, ...second.steps, ...inspections[orders[index % orders.length] ?? 'both at once']],
    covers: `${first.name}; ${second.name}`,
  }))
}

function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  const all = [...items]
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1)
    const [a, b] = [all[last], all[other]]
    if (a === undefined || b === undefined) continue
    all[last] = b
    all[other] = a
  }
  return all
}
