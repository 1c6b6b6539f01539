import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type AttackRow, expectOutcome, hasRow } from './attack.test.support.ts'
import { sqliteAttackRows, sqliteAttacks } from './sqlite-attacks.test.support.ts'

const seen: Promise<readonly AttackRow[]> = sqliteAttackRows()

for (const [index, { id, what, expected }] of sqliteAttacks.entries()) {
  test(`${id}: ${what} is ${expected.is}`, async () => {
    const row = (await seen)[index]
    if (!row) throw new Error(`${id} was not tried`)
    expectOutcome(row.outcome, expected, id)
  })
}

test('every attack of the list that SQLite lets anybody try is tried', () => {
  const tried = new Set(sqliteAttacks.map(({ id }) => id))
  // Triggers switched off from C, an authorizer of a later Node, a hash function in a trigger, which we do not use.
  const beyond = new Set(['S29', 'S39', 'S40'])
  const all = Array.from({ length: 40 }, (_, index) => `S${index + 1}`)
  assert.equal(
    all.filter((id) => !tried.has(id) && !beyond.has(id)),
    [],
  )
})

test('the table in docs is what was seen', async () => {
  const page = await readFile(new URL('../../../../docs/ledger-attacks.md', import.meta.url), 'utf8')
  for (const row of await seen) assert.ok(hasRow(page, row), `${row.id} is not as the page says: write it again`)
})

test.run()
