import type { Control } from '../checks/context.ts'
import type { OutageKind, Point } from '../faults/gate.ts'

/**
 * A schedule is plain data: what is done to one operation, in order. It can be written to a file and done again by a later
 * version. At its end everything is brought up again, and the operation is looked up and counted.
 */
export type Schedule = readonly Step[]

export type Step =
  /** The first one begins the operation, any other repeats it. */
  | { readonly do: 'publish'; readonly fault?: Fault }
  | { readonly do: 'lookup'; readonly fault?: Fault }
  /** A lookup and a publish at once. */
  | { readonly do: 'both' }
  /** At once, on connections that are open already. */
  | { readonly do: 'burst'; readonly publishes: number; readonly lookups: number }
  /** Only where the operation is known to exist; before that it would be the first content. */
  | { readonly do: 'other-content' }
  /** A publish whose client leaves while the write is held at this point; the write then goes on. */
  | { readonly do: 'abort'; readonly how: 'fin' | 'reset' | 'silent'; readonly at: 'received' | 'applied' }
  /** A publish, SIGKILL while the gate holds the write at this point, and a new instance. */
  | { readonly do: 'crash'; readonly at: Point }
  /** SIGKILL whatever is under way, and a new instance. */
  | { readonly do: 'restart' }
  | { readonly do: 'outage'; readonly how: OutageKind }
  | { readonly do: 'heal' }
  /** Looks it up until it is published or denied, for a connector that answers pending first. */
  | { readonly do: 'settle' }
  /** Waits until the connector has given up every request that is held. */
  | { readonly do: 'outwait' }
  /** Lets go of everything that is held. */
  | { readonly do: 'release' }

/** What happens to the next write, or the next other request, of the operation at the gate. One-shot. */
export interface Fault {
  readonly on: 'write' | 'read'
  readonly at: Exclude<Point, 'answered'>
  readonly act: FaultAct
}

/** The acts of the gate; a number is the status that the destination seems to answer with. `inflate` falsifies results. */
export type FaultAct =
  'hold' | 'hang' | 'reset' | 'truncate' | 'garbage' | 'drop' | 'end' | '422' | '500' | '502' | '504'

/** Nobody but the schedule's own operation may be on the target: it restarts the connector, or changes the destination. */
export const needsTargetAlone = (schedule: Schedule): boolean =>
  schedule.some(({ do: what }) => ['burst', 'crash', 'restart', 'outage'].includes(what))

/** Whether it comes out the same each time is up to chance: calls race, or a kill follows an answer. */
export const isChancy = (schedule: Schedule): boolean =>
  schedule.some((step) => ['burst', 'both'].includes(step.do) || (step.do === 'crash' && step.at === 'answered'))

/** Without these controls the schedule cannot be carried out. */
export function neededControls(schedule: Schedule): readonly Control[] {
  const kills = schedule.some((step) => step.do === 'crash' || step.do === 'restart')
  const disturbs = schedule.some(
    (step) => ['abort', 'crash', 'outage'].includes(step.do) || ('fault' in step && step.fault !== undefined),
  )
  return [...(kills ? (['process'] as const) : []), ...(disturbs ? (['destination'] as const) : [])]
}
