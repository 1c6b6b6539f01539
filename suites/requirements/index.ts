import { requirement } from './requirement.ts'
import type { Entry, Requirement } from './requirement.ts'
import { rulingsOnAnswers } from './rulings-answers.ts'
import { rulingsOnEvidence } from './rulings-evidence.ts'
import { rulingsOnInput } from './rulings-input.ts'
import { rulingsOnOperations } from './rulings-operations.ts'
import { section11 } from './section-11.ts'
import { section2 } from './section-2.ts'
import { section3 } from './section-3.ts'
import { section4 } from './section-4.ts'
import { section5 } from './section-5.ts'
import { section7 } from './section-7.ts'
import { section8 } from './section-8.ts'
import { section9 } from './section-9.ts'

export type { Cover, Requirement } from './requirement.ts'

export type RequirementId =
  | keyof typeof section2
  | keyof typeof section3
  | keyof typeof section4
  | keyof typeof section5
  | keyof typeof section7
  | keyof typeof section8
  | keyof typeof section9
  | keyof typeof section11
  | keyof typeof rulingsOnAnswers
  | keyof typeof rulingsOnInput
  | keyof typeof rulingsOnOperations
  | keyof typeof rulingsOnEvidence

// The tables are checked here: `satisfies` beside `as const` has no declaration under isolatedDeclarations.
const tables: readonly Record<string, Entry>[] = [
  section2,
  section3,
  section4,
  section5,
  section7,
  section8,
  section9,
  section11,
  rulingsOnAnswers,
  rulingsOnInput,
  rulingsOnOperations,
  rulingsOnEvidence,
]

/** All of them, in the order of the specification, then of the rulings. */
export const requirements: readonly Requirement[] = tables.flatMap((table) =>
  Object.entries(table).map(([id, entry]) => requirement(id, entry)),
)

const byId = new Map(requirements.map((one) => [one.id, one]))

export function getRequirement(id: RequirementId): Requirement
/** Undefined when the list has no such id. */
export function getRequirement(id: string): Requirement | undefined
export function getRequirement(id: string): Requirement | undefined {
  return byId.get(id)
}
