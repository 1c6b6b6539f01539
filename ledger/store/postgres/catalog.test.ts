import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import pg from 'pg'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sharedCluster, startCluster, testWithPostgres } from '../postgres-cluster.test.support.ts'
import { catalogProblems, readCatalog } from './catalog.ts'
import { expectedCatalog } from './expected-catalog.ts'
import { initPostgres, openPostgres } from './open-postgres.ts'
import { owner, writer } from './roles.ts'
import { LedgerError } from '../store.ts'

/** The catalog of a ledger that was just made. */
async function freshCatalog(): Promise<string> {
  const cluster = await sharedCluster()
  const url = cluster.url(await cluster.createDatabase())
  await initPostgres(url).catch((thrown: unknown) => {
    if (!(thrown instanceof LedgerError) || thrown.code !== 'tampered-schema') throw thrown
  })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SET search_path = pg_catalog')
    return (await readCatalog(client)).map((line) => `${line}\n`).join('')
  } finally {
    await client.end()
  }
}

// `U=1` writes it anew, which is right only before migration 077 has been released.
testWithPostgres('the catalog that is expected is the one that the migration makes', async () => {
  const found = await freshCatalog()
  if (process.env['U'] === '1') {
    const text = found.replaceAll(/[\\`]|\$\{/g, '\\$&')
    const source = `// Written by catalog.test.ts with U=1.\nexport const expectedCatalog: string = \`\n${text}\`\n`
    await writeFile('ledger/store/postgres/expected-catalog.ts', source)
  } else {
    assert.is(found, expectedCatalog.trimStart())
  }
})

testWithPostgres('who may act as the owner through others, or appends as a superuser, is noticed', async () => {
  await using cluster = await startCluster()
  const url = cluster.url(await cluster.createDatabase())
  await initPostgres(url)
  await cluster.run(
    'postgres',
    `CREATE ROLE between NOLOGIN IN ROLE ${owner}; CREATE ROLE clerk LOGIN IN ROLE between;
     CREATE ROLE chief SUPERUSER; CREATE ROLE "my-role" LOGIN IN ROLE chief, ${writer}; CREATE ROLE plain LOGIN IN ROLE ${writer}`,
  )
  await using store = await openPostgres(url)
  assert.equal((await store.schemaProblems()).toSorted(), [
    `role between is not ours: may act as ${owner}`,
    `role clerk is not ours: may act as ${owner}`,
    'role my-role is not ours: appends, and may act as a superuser',
  ])
})

test('a line that differs, one too many and one too few are each named', () => {
  const lines = expectedCatalog.trim().split('\n')
  const fires = (line: string): boolean => line.startsWith('trigger refuse_change on ledger_checkpoints')
  const [before = ''] = lines.filter(fires)
  const found = [
    ...lines.filter((line) => !fires(line)).slice(1),
    before.replace('fires A', 'fires D'),
    'rule r on t: x',
  ]
  const problems = catalogProblems(found)
  assert.is(problems.length, 3)
  assert.match(problems.join('\n'), /^trigger refuse_change on ledger_checkpoints is not as we made it: fires D/m)
  assert.match(problems.join('\n'), /^rule r on t is not ours: x$/m)
  assert.match(problems.join('\n'), / is missing$/m)
  assert.equal(catalogProblems(lines), [])
})

test.run()
