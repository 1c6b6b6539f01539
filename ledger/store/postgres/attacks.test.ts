import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { hasRow } from '../attacks/attack.test.support.ts'
import { testWithPostgres } from '../postgres-cluster.test.support.ts'
import { postgresAttacks } from './attack-list.test.support.ts'
import { outcomes, rowsOf } from './attacks.test.support.ts'

for (const attack of postgresAttacks) {
  testWithPostgres(`${attack.id}: ${attack.does}`, async () => {
    assert.equal(await outcomes(attack), attack.expected)
  })
}

test('every attack of the list is tried', () => {
  const tried = new Set(postgresAttacks.map(({ id }) => id.replace(/[a-z]$/, '')))
  assert.equal(
    [...tried],
    Array.from({ length: 30 }, (_, index) => `P${index + 1}`),
  )
})

test('the table in docs is what is expected here', async () => {
  const page = await readFile(new URL('../../../../docs/ledger-attacks.md', import.meta.url), 'utf8')
  for (const attack of postgresAttacks) {
    for (const row of rowsOf(attack, attack.expected)) {
      assert.ok(hasRow(page, row), `${row.id} is not as the page says: write it again`)
    }
  }
})

test.run()
