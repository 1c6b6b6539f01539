import { nextMoment } from '../wire/exchange.ts'
import { deferred } from './deferred.ts'
import type { Entry } from './entry.ts'
import type { Act, Arm, Armed, Attempt, GateEvent, Point } from './gate.ts'

/** A fault that has struck; `released` matters to `hold` only. */
export interface Strike {
  readonly act: Act
  readonly released: Promise<void>
}

/** The faults that are set. */
export interface Arms {
  arm(arm: Arm): Armed
  /** The fault for this attempt at this point, if there is one. Whoever waits for it knows before this returns. */
  strike(entry: Entry, at: Point): Strike | undefined
  releaseAll(): void
}

interface Live {
  readonly arm: Arm
  readonly hits: Attempt[]
  readonly released: Promise<void>
  struck(entry: Entry): void
  release(): void
}

export function createArms(observe: (event: GateEvent) => void): Arms {
  const live = new Set<Live>()
  const holding = new Set<Live>()

  return {
    arm(arm) {
      const hit = deferred<Attempt>()
      const gone = deferred()
      const hits: Attempt[] = []
      const disarm = (): void => {
        live.delete(set)
        holding.delete(set)
        gone.resolve()
      }
      const release = (): void => {
        if (arm.act.do === 'hold') disarm()
      }
      const struck = (entry: Entry): void => {
        hits.push(entry)
        arm.onHit?.(entry)
        hit.resolve(entry)
      }
      const set: Live = { arm, hits, released: gone.promise, struck, release }
      live.add(set)
      return {
        hit: hit.promise,
        hits,
        get fired() {
          return hits.length > 0
        },
        release,
        [Symbol.dispose]: disarm,
      }
    },
    strike(entry, at) {
      const set = [...live].find(({ arm }) => isMeant(arm, entry, at))
      if (!set) return undefined
      const { arm } = set
      if (arm.nth !== 'all') live.delete(set)
      if (arm.act.do === 'hold') holding.add(set)
      set.struck(entry)
      const { operation } = arm
      observe({ type: 'fault', operation, moment: nextMoment(), at, act: arm.act.do, nth: entry.nth })
      return { act: arm.act, released: set.released }
    },
    releaseAll() {
      for (const set of holding) set.release()
      live.clear()
    },
  }
}

function isMeant(arm: Arm, entry: Entry, at: Point): boolean {
  if (arm.at !== at || arm.operation !== entry.operation) return false
  if ((arm.target === 'write') !== entry.write) return false
  if (arm.connection !== undefined && arm.connection !== entry.connection) return false
  return arm.nth === 'all' || arm.nth === (entry.write ? entry.nth : entry.nthRead)
}
