import type { Place } from '../hostile/place.ts'

/** One thing that an operating system does to a program, and what touchstone must make of it. */
export interface Attack {
  readonly id: string
  /** What happens, for the table. */
  readonly what: string
  /** What must hold then, for the table. */
  readonly holds: string
  /** Needs a mount of its own, which not every machine allows. */
  readonly mounts?: true
  /** Makes it happen and throws unless it holds; gives what was seen, in a few words. */
  readonly strike: (place: Place) => Promise<string>
}
