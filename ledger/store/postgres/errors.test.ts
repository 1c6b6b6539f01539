import { createServer } from 'node:net'
import { once } from 'node:events'
import { inspect } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sharedCluster, startCluster, testWithPostgres } from '../postgres-cluster.test.support.ts'
import { samples } from '../sample-bodies.test.support.ts'
import { rejects } from '../store-conformance.test.support.ts'
import { LedgerError } from '../store.ts'
import { checkpointTable, migrationTable } from '../tables.ts'
import { freshLedgers, onlooker } from './fresh-ledgers.test.support.ts'
import { initPostgres, openPostgres } from './open-postgres.ts'
import { owner, reader, writer } from './roles.ts'

const secret = 'Tr0ub4dor'

/** The error that opening gives, after looking that the password is nowhere in it. */
async function opening(url: string): Promise<LedgerError> {
  const thrown: unknown = await openPostgres(url, { timeoutMs: 5000 }).catch((error: unknown) => error)
  assert.instance(thrown, LedgerError, inspect(thrown))
  assert.not.match(inspect(thrown, { depth: 9, showHidden: true }), secret)
  return thrown as LedgerError
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

test('where no server answers, that is what is said, without the password', async () => {
  const port = await closedPort()
  const refused = await opening(`postgres://me:${secret}@127.0.0.1:${port}/evidence`)
  assert.is(refused.code, 'unreachable')
  assert.match(refused.message, `postgres://me@127.0.0.1:${port}/evidence: no server answers there`)
  const socket = await opening(`postgres://me:${secret}@/evidence?host=/nowhere-at-all`)
  assert.match(socket.message, 'no server answers there')
})

test('a server that waits for a password is left at once when there is none', async () => {
  // AuthenticationSASL with SCRAM-SHA-256, then AuthenticationSASLContinue.
  const asks = ['R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0', 'R\0\0\0\x0b\0\0\0\x0br=1'].values()
  let closed: Promise<unknown> | undefined
  const server = createServer((socket) => {
    closed = once(socket, 'close')
    socket.on('data', () => void socket.write(asks.next().value ?? '', 'latin1'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const { message } = await opening(`postgres://me@127.0.0.1:${port}/evidence`)
  assert.match(message, 'check the password')
  await closed
  server.close()
})

test('what is no URL of PostgreSQL is not quoted', async () => {
  for (const url of [
    `postgres://me:${secret}@elsewhere:port/x`,
    `postgres://me:${secret}@[/x`,
    `mysql://me:${secret}@elsewhere/x`,
  ]) {
    const { code, message } = await opening(url)
    assert.is(code, 'unknown-url')
    assert.not.match(message, 'elsewhere')
  }
})

testWithPostgres('a wrong password, no password and an unknown database are told apart', async () => {
  const cluster = await sharedCluster()
  await cluster.run('postgres', `CREATE ROLE careful LOGIN PASSWORD 'right' IN ROLE asked`)
  for (const [url, says] of [
    [cluster.url('postgres', 'careful', secret), 'does not let role careful in: check the password'],
    [cluster.url('postgres', 'careful'), 'does not let role careful in: check the password'],
    [cluster.url('no_such', 'careful', 'right'), 'there is no database no_such'],
    [cluster.url('postgres', 'nobody_here', secret), 'does not let role nobody_here in'],
  ] as const) {
    const { code, message } = await opening(url)
    assert.is(code, 'unreachable')
    assert.match(message, says)
  }
})

testWithPostgres(
  'a database without ledgers, with another schema of that name, or of another version is not opened',
  async () => {
    const cluster = await sharedCluster()
    const database = await cluster.createDatabase()
    const says = async (part: string): Promise<void> => {
      const { code, message } = await opening(cluster.url(database))
      assert.is(code, 'wrong-schema')
      assert.match(message, part)
    }
    await says('touchstone ledger init')
    await cluster.run(database, 'CREATE SCHEMA ledger; CREATE TABLE ledger.entries (amount integer)')
    await says('not ours')
    await rejects(initPostgres(cluster.url(database)), 'wrong-schema', 'not ours')
    await cluster.run(database, `CREATE TABLE ledger.${migrationTable} AS SELECT 78 AS version`)
    await says('schema version 78')
    await cluster.run(database, `UPDATE ledger.${migrationTable} SET version = 77`)
    await says('are missing')
  },
)

testWithPostgres('who may not append or read is told which right is lacking', async () => {
  await using ledgers = await freshLedgers(await sharedCluster())
  await ledgers.cluster.run(ledgers.database, `CREATE ROLE "my-role" LOGIN`)
  await rejects(
    ledgers.open({}, 'my-role').then((store) => store.heads()),
    'unreachable',
    `GRANT ${reader} TO "my-role"`,
  )
  await using reading = await ledgers.open({}, onlooker)
  assert.is((await reading.heads()).length, 4)
  assert.equal(await reading.schemaProblems(), [])
  await rejects(reading.append([samples(1).run()]), 'unreachable', `GRANT ${writer} TO "${onlooker}"`)
  await using readonly = await ledgers.open({ readonly: true })
  await rejects(readonly.append([samples(1).run()]), 'refused', 'for reading')
  await rejects(readonly.appendCheckpoint('{}'), 'refused', 'for reading')
})

testWithPostgres('nothing is appended to tables that were tampered with', async () => {
  await using ledgers = await freshLedgers(await sharedCluster())
  await ledgers.cluster.run(ledgers.database, `ALTER TABLE ledger.${checkpointTable} DISABLE TRIGGER refuse_change`)
  await using store = await ledgers.open()
  assert.match(
    (await store.schemaProblems()).join('\n'),
    /^trigger refuse_change on ledger_checkpoints is not as we made it: fires D/,
  )
  await rejects(store.append([samples(1).run()]), 'tampered-schema', 'refuse_change')
  await rejects(store.appendCheckpoint('{}'), 'tampered-schema', 'refuse_change')
  await rejects(initPostgres(ledgers.cluster.url(ledgers.database)), 'tampered-schema', 'refuse_change')
})

testWithPostgres('making ledgers twice, even at once, makes them once', async () => {
  const cluster = await sharedCluster()
  const url = cluster.url(await cluster.createDatabase())
  await Promise.all([initPostgres(url), initPostgres(url)])
  await initPostgres(url)
  await using store = await openPostgres(url)
  assert.equal(await store.schemaProblems(), [])
})

testWithPostgres('where roles cannot be made, an administrator is told what to run, and then it works', async () => {
  await using cluster = await startCluster()
  await cluster.run('postgres', 'CREATE ROLE app LOGIN')
  const database = await cluster.createDatabase()
  const url = cluster.url(database, 'app')
  await rejects(initPostgres(url), 'unreachable', `GRANT CREATE ON DATABASE ${database} TO app;`)
  await cluster.run(database, `GRANT CREATE ON DATABASE ${database} TO app`)
  const told = await initPostgres(url).catch((thrown: unknown) => (thrown as LedgerError).message)
  const [, statements = ''] = /let an administrator run (.*;) and try again/.exec(told ?? '') ?? []
  assert.match(statements, `CREATE ROLE ${owner} NOLOGIN;`)
  await cluster.run(database, statements)
  // The tables are there now, and not yet safe from the role that made them.
  const left = await initPostgres(url).catch((thrown: unknown) => (thrown as LedgerError).message)
  assert.match(left ?? '', `role app is not ours: may act as ${owner}`)
  const [, last = ''] = /let an administrator run (.*;) and try again$/.exec(left ?? '') ?? []
  await using early = await openPostgres(url)
  await rejects(early.append([samples(1).run()]), 'tampered-schema', owner)
  await cluster.run(database, last)
  await initPostgres(url)
  await using store = await openPostgres(url)
  await store.append([samples(1).run()])
})

testWithPostgres('a role that makes roles makes its own, and does not remain their owner', async () => {
  await using cluster = await startCluster()
  await cluster.run('postgres', 'CREATE ROLE app LOGIN CREATEROLE CREATEDB')
  await cluster.run('postgres', 'CREATE DATABASE evidence OWNER app')
  const url = cluster.url('evidence', 'app')
  await initPostgres(url)
  await using store = await openPostgres(url)
  await store.append([samples(1).run()])
  const { rows } = await cluster.run('evidence', `SELECT pg_has_role('app', '${owner}', 'MEMBER') AS owns`)
  assert.equal(rows, [{ owns: false }])
})

testWithPostgres('somebody with a password that holds every odd character gets in', async () => {
  await using ledgers = await freshLedgers(await sharedCluster())
  const odd = `a@:/#%?&= '"ü`
  await ledgers.cluster.run(
    ledgers.database,
    `CREATE ROLE odd LOGIN PASSWORD '${odd.replaceAll("'", "''")}' IN ROLE asked, ${writer}`,
  )
  await using store = await openPostgres(ledgers.cluster.url(ledgers.database, 'odd', odd))
  assert.is((await store.heads()).length, 4)
  assert.not.match((await opening(ledgers.cluster.url(ledgers.database, 'odd', secret))).message, odd)
})

test.run()
