import type { CaseContext, Controls } from '../checks/context.ts'
import type { Operation } from '../checks/operation.ts'
import { Inconclusive } from '../checks/verdict.ts'
import type { History } from '../history/index.ts'
import { expectDecided, look, type Rule } from './look.ts'
import type { Effect } from './disturb.ts'
import { perform } from './perform.ts'
import { clearAway, finish, type Scene } from './scene.ts'
import type { Schedule } from './step.ts'

/** One execution of a schedule on an operation of its own. */
export type Trial =
  /** Nothing was broken. `effects`: what came of each step. */
  | { readonly is: 'sound'; readonly effects: readonly Effect[] }
  | Violated
  | { readonly is: 'inconclusive'; readonly reason: string; readonly enable?: string }
  /** The harness itself failed. */
  | { readonly is: 'error'; readonly reason: string }

export interface Violated {
  readonly is: 'violated'
  readonly rule: Rule
  readonly expected: string
  readonly actual: string
  /** The step after which it showed, counted from 1; one more than there are when it showed in the end. */
  readonly after: number
}

export interface Carried {
  readonly effects: readonly Effect[]
  /** Steps done, the end counted as one. */
  readonly after: number
}

/** Carries out the schedule and judges after every step. `note` is told how far it came, also where it throws. */
export async function carryOut(
  context: CaseContext & Partial<Controls>,
  schedule: Schedule,
  options: {
    readonly history: History
    readonly worksForMs: number
    /** Told of the operation before anything of it is sent. */
    readonly began: (operation: Operation) => void
    readonly note: (carried: Carried) => void
  },
): Promise<void> {
  const { history, worksForMs, note } = options
  const operation = context.connector.operation(context.profile)
  options.began(operation)
  const scene: Scene = {
    context,
    operation,
    other: undefined,
    published: false,
    outage: undefined,
    held: [],
    open: new Set(),
    worksForMs,
  }
  const effects: Effect[] = []
  try {
    for (const step of schedule) {
      note({ effects, after: effects.length + 1 })
      effects.push(await perform(scene, step))
      await look(scene, history)
    }
    note({ effects, after: effects.length + 1 })
    await finish(scene)
    await look(scene, history)
  } finally {
    await clearAway(scene)
  }
  expectDecided(scene, history)
  expectStruck(schedule, effects)
}

/** What disturbs first has to strike; what comes later may find nothing left to strike, which is the connector's right. */
function expectStruck(schedule: Schedule, effects: readonly Effect[]): void {
  const first = effects.find((effect) => effect !== 'done')
  if (first !== 'missed') return
  const index = effects.indexOf(first)
  throw new Inconclusive(`step ${index + 1} of ${schedule.length} found nothing to disturb`)
}
