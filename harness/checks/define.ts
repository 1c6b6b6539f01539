import type { CaseContext, Control, Controls } from './context.ts'

/** One of the eleven of §11, or `protocol`. */
export interface Check {
  readonly id: string
  /** Completes "A conforming connector …". */
  readonly title: string
  readonly cases: readonly Case[]
}

/** One probe inside a check. */
export interface Case {
  /** `check/slug`, frozen once published. */
  readonly id: string
  /** Completes "A conforming connector …". */
  readonly title: string
  /** What it decides. Its level is the weakest of theirs, so that a case cannot promote a should. */
  readonly requirements: readonly string[]
  /** Without these controls the body never starts and the case is inconclusive. */
  readonly needs: readonly Control[]
  /** Runs once for the whole connector (default) or once for each output profile. */
  readonly each: 'connector' | 'profile'
  readonly phase: Phase
  readonly batch: Batch | undefined
  /** Whether it says something without a publish that reached the destination undisturbed (R13). */
  readonly withoutBaseline: boolean
  readonly run: (context: CaseContext & Controls) => Promise<void>
}

/**
 * Cases of one batch run at the same time, each on operations of its own, because they wait for the same thing: a lost
 * answer (`loss`), one restart, one outage; or because they wait for nothing but answers (`input`). A case of a batch
 * restarts, or begins its outage, exactly once.
 */
export type Batch = 'input' | 'loss' | 'restart' | 'outage-refused' | 'outage-hanging' | 'outage-500'

/** `main` in order of the checks; `last` after all of them (wrong tokens may lock us out); `closing` judges the whole run, logs at the very end. */
export type Phase = 'main' | 'last' | 'closing'

interface CaseInput<Id extends string, Needs extends readonly Control[]> {
  readonly id: `${string}/${string}`
  readonly title: string
  readonly requirements: readonly [Id, ...Id[]]
  readonly needs?: Needs
  readonly each?: Case['each']
  readonly phase?: Phase
  readonly batch?: Batch
  readonly withoutBaseline?: boolean
  readonly run: (context: CaseContext & Pick<Controls, Needs[number]>) => Promise<void>
}

/** `defineCase` for a list of requirements: an id that is not in the list, or a control that is not needed, does not compile. */
export function caseDefiner<Id extends string>(): <const Needs extends readonly Control[] = []>(
  input: CaseInput<Id, Needs>,
) => Case {
  return (input) => ({
    id: input.id,
    title: input.title,
    requirements: input.requirements,
    needs: input.needs ?? [],
    each: input.each ?? 'connector',
    phase: input.phase ?? 'main',
    batch: input.batch,
    withoutBaseline: input.withoutBaseline ?? !input.needs?.includes('destination'),
    // Safe: the runner calls `run` only once every needed control is present.
    run: input.run as Case['run'],
  })
}

/** A check; refuses cases filed under the wrong check and ids used twice. */
export function defineCheck(check: Check): Check {
  const seen = new Set<string>()
  for (const { id } of check.cases) {
    if (!id.startsWith(`${check.id}/`)) throw new TypeError(`case ${id} stands in check ${check.id}`)
    if (seen.has(id)) throw new TypeError(`case ${id} is defined twice`)
    seen.add(id)
  }
  return check
}
