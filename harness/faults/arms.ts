import { nextMoment } from '../wire/exchange.ts'
import { deferred } from './deferred.ts'
import type { Entry } from './entry.ts'
import { GateError } from './gate-error.ts'
import type { Act, Arm, Armed, Attempt, GateEvent, Point } from './gate.ts'

/** A fault that is about to strike one attempt. */
export interface Strike {
  readonly act: Act
  /** For `partial`. */
  readonly bytes: number | undefined
  /** Matters to `hold` only. */
  readonly released: Promise<void>
  /** The moment has come. Whoever waits for it knows before this returns. */
  strike(): void
  /** The destination has answered what was held. */
  forwarded(): void
}

/** The faults that are set. */
export interface Arms {
  arm(arm: Arm): Armed
  /** The fault for this attempt at this point, if there is one; nobody else gets it any more. */
  take(entry: Entry, at: Point): Strike | undefined
  releaseAll(): void
}

interface Live {
  readonly arm: Arm
  readonly released: Promise<void>
  struck(entry: Entry): void
  forwarded(entry: Entry): void
  release(): void
}

const actsAt: Readonly<Record<Point, readonly Act['do'][]>> = {
  received: ['nothing', 'hold', 'hang', 'reset', 'truncate', 'garbage', 'status', 'drop'],
  applied: ['nothing', 'hold', 'hang', 'reset', 'truncate', 'garbage', 'status', 'end', 'inflate'],
  partial: ['hang', 'reset', 'end'],
  answered: ['nothing'],
}

export function createArms(observe: (event: GateEvent) => void): Arms {
  const live = new Set<Live>()
  const holding = new Set<Live>()

  return {
    arm(arm) {
      if (!actsAt[arm.at].includes(arm.act.do))
        throw new GateError('misuse', `the gate cannot ${arm.act.do} at ${arm.at}; it can ${actsAt[arm.at].join(', ')}`)
      const hit = deferred<Attempt>()
      const forwarded = deferred<Attempt>()
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
      const set: Live = { arm, released: gone.promise, struck, forwarded: forwarded.resolve, release }
      live.add(set)
      return {
        hit: hit.promise,
        hits,
        forwarded: forwarded.promise,
        get fired() {
          return hits.length > 0
        },
        release,
        [Symbol.dispose]: disarm,
      }
    },
    take(entry, at) {
      const set = [...live].find(({ arm }) => isMeant(arm, entry, at))
      if (!set) return undefined
      entry.disturbed = true
      const { operation, act, bytes, nth } = set.arm
      if (nth !== 'all') live.delete(set)
      if (act.do === 'hold') holding.add(set)
      return {
        act,
        bytes,
        released: set.released,
        strike() {
          set.struck(entry)
          observe({ type: 'fault', operation, moment: nextMoment(), at, act: act.do, nth: entry.nth })
        },
        forwarded() {
          if (act.do === 'hold') set.forwarded(entry)
        },
      }
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
  if (arm.act.do === 'inflate' && arm.act.index >= (entry.strings ?? 0)) return false
  return arm.nth === 'all' || arm.nth === (entry.write ? entry.nth : entry.nthRead)
}
