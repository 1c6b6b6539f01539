import { limits } from '../protocol/index.ts'

/** How long the harness waits before it says that something did not happen, in milliseconds. */
export interface Bounds {
  /** R5: the answer to a health call. */
  readonly healthWithinMs: number
  /** R5, should. */
  readonly healthPromptMs: number
  /** R5: from the beginning of an outage to a non-2xx health. */
  readonly healthDownWithinMs: number
  /** R5: from the end of an outage to `ready`. */
  readonly healthUpWithinMs: number
  /** Health before an outage: one slow answer of a destination on a busy machine makes nobody unready for longer. */
  readonly healthSettlesWithinMs: number
  /** R5: the answer to a publish or lookup, and whatever the connector owes its destination meanwhile. */
  readonly operationWithinMs: number
  /** R5, should. */
  readonly operationPromptMs: number
  /** R20a, for a connector whose undisturbed publishes are quick. */
  readonly publishedWithinMs: number
  /** R20, should: after an answer was lost. */
  readonly convergesWithinMs: number
  /** How long an uncertain operation is looked up before it is left as it is (R20). */
  readonly inspectForMs: number
}

const real: Bounds = {
  healthWithinMs: limits.healthWithinMs,
  healthPromptMs: limits.healthPromptMs,
  healthDownWithinMs: limits.healthDownWithinMs,
  healthUpWithinMs: limits.healthUpWithinMs,
  healthSettlesWithinMs: 5_000,
  operationWithinMs: limits.operationWithinMs,
  operationPromptMs: limits.operationPromptMs,
  publishedWithinMs: 15_000,
  convergesWithinMs: 10_000,
  inspectForMs: 2_000,
}

/** All bounds times `timeScale`; the rulings name those of 1. */
export function boundsAt(timeScale: number): Bounds {
  const scaled = Object.entries(real).map(([name, millis]: [string, number]) => [name, millis * timeScale])
  // Safe: the same names, each with a number.
  return Object.fromEntries(scaled) as unknown as Bounds
}

/**
 * Whether a run waited as long as the rulings say, which only then says anything about a connector of somebody else: a
 * proof against our own mutants may wait less. Takes the header of a run or an open target.
 */
export const isInRealTime = ({ timeScale = 1 }: { readonly timeScale?: number }): boolean => timeScale === 1
