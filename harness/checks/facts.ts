import type { Manifest } from '../protocol/index.ts'
import { Inconclusive } from './verdict.ts'

/** Something the preparation of the run found out, or why it could not. */
export type Fact<T> = { readonly known: true; readonly value: T } | Unknown

export interface Unknown {
  readonly known: false
  readonly reason: string
  /** What the reader can do about it. */
  readonly enable?: string
}

/** What every case builds on. Without one of them the cases that need it are inconclusive, never failed. */
export interface Facts {
  readonly manifest: Fact<Manifest>
  readonly connectionRef: Fact<string>
  readonly workspaceId: string
  /** The connector refuses the workspace, and the configuration names none. */
  readonly workspaceRefused: Unknown | undefined
  /** Longest time an undisturbed publish took from the first byte to `published`, in milliseconds. */
  readonly undisturbedMillis: number
}

/** The value, or an inconclusive case that says why it is missing. */
export function require<T>(fact: Fact<T>): T {
  if (fact.known) return fact.value
  throw new Inconclusive(fact.reason, fact.enable)
}

export const known = <T>(value: T): Fact<T> => ({ known: true, value })

export const unknown = (reason: string, enable?: string): Unknown =>
  enable === undefined ? { known: false, reason } : { known: false, reason, enable }
