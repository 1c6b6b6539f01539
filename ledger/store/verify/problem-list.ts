import { ledgerNames } from '../../record/index.ts'
import { type Problem, shownProblems } from './verification.ts'

/** Keeps the first problems of each kind and ledger, however many there are, and counts them all. */
export interface ProblemList {
  add(...problems: readonly Problem[]): void
  readonly count: number
  /** Schema first, then in the order of ledgers and records, then checkpoints. */
  sorted(): readonly Problem[]
}

export function problemList(): ProblemList {
  const kept: Problem[] = []
  const perKind = new Map<string, number>()
  let count = 0
  return {
    add(...problems) {
      for (const problem of problems) {
        count += 1
        const key = `${problem.kind} ${problem.ledger ?? ''}`
        const before = perKind.get(key) ?? 0
        perKind.set(key, before + 1)
        if (before < keptOfEach) kept.push(problem)
      }
    },
    get count() {
      return count
    },
    sorted: () => kept.toSorted((a, b) => place(a) - place(b) || order(a) - order(b)).slice(0, shownProblems),
  }
}

/** What concerns no single record stands behind those that do. */
const order = ({ seq = Number.MAX_SAFE_INTEGER }: Problem): number => seq

const keptOfEach = 5

function place({ kind, ledger }: Problem): number {
  if (kind === 'schema' || kind === 'unreadable') return -1
  if (kind === 'checkpoint' || kind === 'held') return ledgerNames.length
  return ledger === undefined ? -1 : ledgerNames.indexOf(ledger)
}
