import type { AttackRow } from './attack.test.support.ts'
import { fileAttacks } from './sqlite-file.test.support.ts'
import { type SqliteAttack, tryAll } from './sqlite-place.test.support.ts'
import { schemaAttacks } from './sqlite-schema.test.support.ts'
import { statementAttacks } from './sqlite-statements.test.support.ts'

const number = ({ id }: SqliteAttack): number => Number(id.slice(1))

/** In the order of their numbers. */
export const sqliteAttacks: readonly SqliteAttack[] = [...statementAttacks, ...schemaAttacks, ...fileAttacks].toSorted(
  (a, b) => number(a) - number(b),
)

export const sqliteAttackRows = (): Promise<readonly AttackRow[]> => tryAll(sqliteAttacks)
