import { createHash } from 'node:crypto'
import type { Batch, Case, Check } from '../checks/define.ts'
import { didYouMean } from './meant.ts'

/** The cases chosen, in the order they run, and why the others are not. */
export interface Plan {
  readonly checks: readonly Check[]
  readonly cases: readonly Case[]
  readonly left: readonly { readonly id: string; readonly why: string }[]
  /** Nothing was left out: only then can the run certify. */
  readonly full: boolean
  /** SHA-256 over the ids, levels and requirements chosen; the same for the same choice and version. */
  readonly digest: string
}

/** A selection that names nothing there is. */
export class PlanError extends Error {}

/** `only` lists checks (`health`) or cases (`health/ready`); empty means all, never none. */
export function makePlan(checks: readonly Check[], only: readonly string[] = []): Plan {
  const every = checks.flatMap((check) => check.cases)
  for (const wanted of only) {
    if (checks.some(({ id }) => id === wanted) || every.some(({ id }) => id === wanted)) continue
    const mend = didYouMean(
      wanted,
      [...checks, ...every].map(({ id }) => id),
    )
    throw new PlanError(`there is no check or case "${wanted}"; ${mend ?? '`touchstone list` shows them all'}`)
  }
  const isChosen = ({ id }: Case): boolean =>
    only.length === 0 || only.some((wanted) => id === wanted || id.startsWith(`${wanted}/`))
  const chosen = every.filter(isChosen)
  return {
    checks,
    cases: inOrderOfRunning(chosen),
    left: every
      .filter((each) => !isChosen(each))
      .map(({ id }) => ({ id, why: `not selected by --only ${only.join(' ')}` })),
    full: chosen.length === every.length,
    digest: digestOf(chosen),
  }
}

/**
 * Cases of one batch stand together, behind those of the same phase that run alone, but for those that restart the
 * connector alone: while they do, what the batches left uncertain has time to show. Reading the log to its end ends the
 * connector, so what needs the log comes last of all.
 */
const inOrderOfRunning = (cases: readonly Case[]): readonly Case[] =>
  cases.toSorted((a, b) => rank(a) - rank(b) || batchRank(a) - batchRank(b))

const batchRank = ({ batch, needs }: Case): number => {
  if (batch !== undefined) return batches.indexOf(batch)
  return needs.includes('process') ? batches.length : -1
}

const batches: readonly Batch[] = ['input', 'restart', 'loss', 'outage-refused', 'outage-hanging', 'outage-500']

const rank = ({ phase, needs }: Case): number =>
  ['main', 'last', 'closing'].indexOf(phase) + (phase === 'closing' && needs.includes('logs') ? 1 : 0)

function digestOf(cases: readonly Case[]): string {
  const lines = cases.map(({ id, each, requirements }) => [id, each, ...requirements].join(' ')).toSorted()
  return `sha256:${createHash('sha256').update(lines.join('\n')).digest('hex')}`
}
