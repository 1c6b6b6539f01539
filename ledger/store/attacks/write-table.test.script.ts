import { readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { format } from 'prettier'
import { type AttackRow, attackTable } from './attack.test.support.ts'
import { sqliteAttackRows } from './sqlite-attacks.test.support.ts'

// `node dist/ledger/store/attacks/write-table.test.script.js`: tries every attack and writes docs/ledger-attacks.md.
const file = new URL('../../../../docs/ledger-attacks.md', import.meta.url)

const introduction = `# Attacks on the ledgers

What was tried against ledgers that hold signed records and whose newest checkpoint is held outside the database, and what
became of it. This page is written by \`node dist/ledger/store/attacks/write-table.test.script.js\` from what it saw; the
tests make the same attempts.

- **rejected**: the database refused, and everything is as it was.
- **without effect**: no error, and everything is as it was.
- **detected**: it took effect, and \`touchstone ledger verify\` exits 1; the last column names the problems, the first bad
  record first (\`append:\` and \`init:\` where these refuse to go on).
- **not seen**: it took effect, and nothing shows.

Whoever owns the tables, is superuser or has the file can always destroy what is kept. The promise is: nobody who only may
append can change a record, and whoever can is found out, within one checkpoint interval, by whoever holds a checkpoint and
the list of trusted keys.

`

const notTried = `Not tried: S29, triggers switched off through the C interface of SQLite, which no statement reaches (it then is S18
and S19); S39, the authorizer of a later Node; S40, a hash function inside a trigger, which we do not use: S14 is seen by
\`verify\`.

`

const postgres = await postgresSection()
const text = `${introduction}${attackTable('SQLite', await sqliteAttackRows())}\n${notTried}${postgres}`
await writeFile(file, await format(text, { parser: 'markdown', printWidth: 120 }))

async function postgresSection(): Promise<string> {
  // Not imported by name: there may be no server here, and then what was seen elsewhere stays.
  const path = '../postgres/attacks.test.support.js'
  try {
    const { postgresAttackRows } = (await import(path)) as {
      postgresAttackRows: () => Promise<readonly AttackRow[]>
    }
    return attackTable('PostgreSQL', await postgresAttackRows())
  } catch (thrown) {
    process.stderr.write(`PostgreSQL was not attacked, its section stays: ${String(thrown)}\n`)
    const text = await readFile(file, 'utf8').catch(() => '')
    const start = text.indexOf('## PostgreSQL')
    return start < 0 ? '' : text.slice(start)
  }
}
