import type { CaseContext, Controls } from '../checks/context.ts'
import type { Operation } from '../checks/operation.ts'
import type { History } from '../history/index.ts'
import type { Rule } from './broken.ts'
import { expectDecided, look } from './look.ts'
import type { Effect } from './disturb.ts'
import { perform } from './perform.ts'
import { clearAway, finish, type Scene } from './scene.ts'
import type { Schedule } from './step.ts'

/** One execution of a schedule on an operation of its own. */
export type Trial =
  /** Nothing was broken. `effects`: what came of each step. */
  | { readonly is: 'sound'; readonly effects: readonly Effect[] }
  /** Nothing was broken, but what was to disturb it first found nothing to strike: that proves nothing. */
  | Vacuous
  | Violated
  | { readonly is: 'inconclusive'; readonly reason: string; readonly enable?: string }
  /** The harness itself failed. */
  | { readonly is: 'error'; readonly reason: string }

export interface Vacuous {
  readonly is: 'vacuous'
  readonly reason: string
}

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
    known: false,
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
}

/**
 * What it proves that a schedule broke nothing. What disturbs first has to strike; what comes later may find nothing left to
 * strike, which is the connector's right.
 */
export function soundness(schedule: Schedule, effects: readonly Effect[]): Trial {
  const first = effects.findIndex((effect) => effect !== 'done')
  return effects[first] === 'missed' ? vacuous(schedule, first) : { is: 'sound', effects }
}

/** The same of a schedule that is there for a combination of disturbances: each of them has to strike. */
export function soundnessOfAll(schedule: Schedule, trial: Trial): Trial {
  const missed = trial.is === 'sound' ? trial.effects.indexOf('missed') : -1
  return missed < 0 ? trial : vacuous(schedule, missed)
}

function vacuous(schedule: Schedule, index: number): Vacuous {
  const where = `step ${index + 1} of ${schedule.length}`
  const why = schedule[index]?.do === 'burst' ? `the calls of ${where} did not overlap` : undefined
  return { is: 'vacuous', reason: why ?? `${where} found nothing to disturb` }
}
