import pg from 'pg'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startCluster, testWithPostgres } from '../postgres-cluster.test.support.ts'
import { owner } from './roles.ts'
import { whoseSchema } from './schema-owner.ts'

testWithPostgres('nobody is offered a role that could change the ledgers, and what is offered is enough', async () => {
  await using cluster = await startCluster()
  const database = await cluster.createDatabase()
  await cluster.run(
    database,
    `CREATE ROLE ${owner}; CREATE ROLE between IN ROLE ${owner}; CREATE ROLE chief SUPERUSER;
     CREATE ROLE "their-role" LOGIN; CREATE ROLE "my-role" LOGIN;
     CREATE ROLE maker IN ROLE between; CREATE ROLE deputy IN ROLE chief;`,
  )
  const told = async (): Promise<string> => {
    const client = new pg.Client({ connectionString: cluster.url(database, 'my-role') })
    await client.connect()
    try {
      return (await whoseSchema(client, 'kept')) ?? ''
    } finally {
      await client.end()
    }
  }
  assert.is(await told(), '')
  for (const [maker, offered] of [
    ['their-role', 'GRANT "their-role" TO "my-role";'],
    ['chief', 'ALTER SCHEMA kept OWNER TO "my-role"; ALTER TABLE kept.one OWNER TO "my-role";'],
    [owner, 'ALTER SCHEMA kept OWNER TO "my-role"; ALTER TABLE kept.one OWNER TO "my-role";'],
    ['maker', 'ALTER SCHEMA kept OWNER TO "my-role"; ALTER TABLE kept.one OWNER TO "my-role";'],
    ['deputy', 'ALTER SCHEMA kept OWNER TO "my-role"; ALTER TABLE kept.one OWNER TO "my-role";'],
  ] as const) {
    await cluster.run(database, `CREATE SCHEMA kept AUTHORIZATION "${maker}"; CREATE TABLE kept.one (number integer)`)
    await cluster.run(database, `ALTER TABLE kept.one OWNER TO "${maker}"`)
    const [, statements = ''] = /let an administrator run (.*)$/.exec(await told()) ?? []
    assert.is(statements, offered, maker)
    await cluster.run(database, `${statements} SET ROLE "my-role"; INSERT INTO kept.one VALUES (1)`)
    await cluster.run(database, `RESET ROLE; REVOKE "their-role" FROM "my-role"; DROP SCHEMA kept CASCADE`)
  }
})

test.run()
