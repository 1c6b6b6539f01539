import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openAdmins } from '../access/admins.ts'
import { openBrowserSessions } from '../access/browser-sessions.ts'
import { openSignInLimits, signInLimits } from '../access/sign-in-limits.ts'
import { openTokens } from '../access/tokens.ts'
import { sharedCluster, startCluster, testWithPostgres } from '../../store/postgres-cluster.test.support.ts'
import { openState } from './open-state.ts'
import { type StateDatabase, StateError } from './state-database.ts'

const cheap = { log2N: 4, r: 8, p: 1 }

interface Place extends AsyncDisposable {
  open(): Promise<StateDatabase>
}

async function inFile(): Promise<Place & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'state-'))
  return {
    folder,
    open: () => openState(join(folder, 'evidence.sqlite')),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

async function inDatabase(): Promise<Place & { readonly url: string }> {
  const cluster = await sharedCluster()
  const url = cluster.url(await cluster.createDatabase())
  return { url, open: () => openState(url), [Symbol.asyncDispose]: async () => undefined }
}

for (const [engine, testHere, placed] of [
  ['SQLite', test, inFile],
  ['PostgreSQL', testWithPostgres, inDatabase],
] as const) {
  testHere(`${engine}: what one service writes the other sees at once`, async () => {
    await using place = await placed()
    // Both make the tables.
    const [one, two] = await Promise.all([place.open(), place.open()])
    await using _one = one
    await using _two = two
    const clock = (): number => 1_767_225_600_123
    const [here, there] = [openAdmins(one, clock, cheap), openAdmins(two, clock, cheap)]
    const added = await Promise.all([here.add('Zoë', 'a good password'), there.add('Zoe\u0308', 'a good password')])
    assert.equal(added.toSorted(), [false, true])
    assert.is(await here.count(), 1)
    const admin = await there.recognize('Zoë', 'a good password')
    assert.is(admin?.name, 'Zoë')
    assert.is(await there.recognize('Zoë', 'a bad password'), undefined)

    const [mine, theirs] = [openBrowserSessions(one, clock), openBrowserSessions(two, clock)]
    const cookie = await mine.begin(admin ?? { id: '', name: '' })
    assert.is((await theirs.find(cookie))?.admin.name, 'Zoë')
    assert.is((await theirs.find(cookie))?.csrf, (await mine.find(cookie))?.csrf)
    assert.is(await theirs.endAll(admin?.id ?? ''), 1)
    assert.is(await mine.find(cookie), undefined)
    const again = await theirs.begin(admin ?? { id: '', name: '' })
    assert.ok(await here.remove('Zoë'))
    assert.is(await theirs.find(again), undefined)

    const { id, token } = await openTokens(one, clock).create({ scopes: ['readiness:read'], workspaceId: 'w-1' })
    const found = await openTokens(two, clock).find(token)
    assert.equal([found?.id, found?.scopes, found?.workspaceId], [id, ['readiness:read'], 'w-1'])
    assert.ok(await openTokens(two, clock).revoke(id))
    assert.is(await openTokens(one, clock).find(token), undefined)
    assert.is((await openTokens(one, clock).list()).length, 1)
  })

  testHere(`${engine}: services count attempts to sign in together, and none is lost`, async () => {
    await using place = await placed()
    await using one = await place.open()
    await using two = await place.open()
    let now = 1_767_225_600_000
    const limits = [openSignInLimits(one, () => now), openSignInLimits(two, () => now)]
    const attempt = async (name: string, address: string, at: number): Promise<number | undefined> =>
      limits[at % 2]?.attempt(name, address)
    const all = await Promise.all(Array.from({ length: 20 }, (_, at) => attempt('a', '192.0.2.1', at)))
    assert.is(all.filter((wait) => wait === undefined).length, signInLimits.perAccountAndAddress)
    assert.equal([...new Set(all.filter((wait) => wait !== undefined))], [signInLimits.windowMs / 1000])
    const others = await Promise.all(Array.from({ length: 20 }, (_, at) => attempt(`b${at}`, '192.0.2.1', at)))
    assert.is(others.filter((wait) => wait === undefined).length, signInLimits.perAddress - 20)
    assert.is(await attempt('a', '192.0.2.2', 1), undefined)
    now += signInLimits.windowMs
    assert.is(await attempt('a', '192.0.2.1', 0), undefined)
  })
}

test('the file can be read by its owner only, and by nobody who has another version', async () => {
  await using place = await inFile()
  const file = join(place.folder, 'touchstone-service.sqlite')
  {
    await using state = await place.open()
    await openTokens(state, Date.now).create({ scopes: [] })
    for (const name of [file, `${file}-wal`]) assert.is((await stat(name)).mode & 0o777, 0o600, name)
    await state.ask('INSERT INTO version (number) VALUES (2)')
  }
  assert.instance(await place.open().catch((error: unknown) => error), StateError)
  await writeFile(file, 'something else, long enough to be no database at all '.repeat(50))
  await chmod(file, 0o600)
  assert.match(String(await place.open().catch((error: unknown) => error)), /cannot be opened \(SQLITE_NOTADB\)/)
})

test('no file is made for a ledger that is none, nor a folder that nobody asked for', async () => {
  await using place = await inFile()
  for (const ledger of ['mysql://db/evidence', join(place.folder, 'missing', 'evidence.sqlite')]) {
    assert.instance(await openState(ledger).catch((error: unknown) => error), StateError, ledger)
  }
  assert.equal(await readdir(place.folder), [])
  await using state = await openState(join(place.folder, 'evidence.sqlite'), join(place.folder, 'a', 'b'))
  assert.equal(await readdir(place.folder), ['a'])
  assert.is((await state.ask('SELECT number FROM version')).length, 1)
})

testWithPostgres('a role that may not make the schema is told what it lacks, without the password', async () => {
  await using place = await inDatabase()
  const cluster = await sharedCluster()
  const database = new URL(place.url.replace('@/', '@host/')).pathname.slice(1)
  await cluster.run(database, "CREATE ROLE visitor LOGIN PASSWORD 'hunter22hunter'")
  const error = await openState(cluster.url(database, 'visitor', 'hunter22hunter')).catch((thrown: unknown) => thrown)
  assert.instance(error, StateError)
  assert.match(String(error), /GRANT CREATE ON DATABASE/)
  assert.not.match(String(error), /hunter22/)
  await using _made = await place.open()
  const theirs = await openState(cluster.url(database, 'visitor', 'hunter22hunter')).catch((thrown: unknown) => thrown)
  assert.instance(theirs, StateError)
  assert.not.match(String(theirs), 'GRANT')
  const [, statements = ''] = /let an administrator run (ALTER .*;)$/.exec(String(theirs)) ?? []
  await cluster.run(database, statements)
  await using shared = await openState(cluster.url(database, 'visitor', 'hunter22hunter'))
  assert.is((await shared.ask('SELECT number FROM version')).length, 1)
})

testWithPostgres('a right that is taken away is no server that is away', async () => {
  await using place = await inDatabase()
  const cluster = await sharedCluster()
  const database = new URL(place.url.replace('@/', '@host/')).pathname.slice(1)
  await cluster.run(database, `CREATE ROLE tenant LOGIN; GRANT CREATE ON DATABASE ${database} TO tenant`)
  await using state = await openState(cluster.url(database, 'tenant'))
  await cluster.run(
    database,
    'ALTER TABLE service.version OWNER TO current_user; REVOKE ALL ON service.version FROM tenant',
  )
  const failed = await state.ask('SELECT number FROM version').catch((thrown: unknown) => thrown)
  assert.instance(failed, StateError)
  assert.not.ok((failed as StateError).passing)
  await cluster.run(database, 'ALTER TABLE service.version RENAME COLUMN number TO other')
  const opened = await openState(cluster.url(database)).catch((thrown: unknown) => thrown)
  assert.match(String(opened), /cannot be opened \(42703\)/)
})

test('a file that is no database any more is said to be, in a StateError', async () => {
  await using place = await inFile()
  await using state = await place.open()
  const file = join(place.folder, 'touchstone-service.sqlite')
  const other = new Database(file)
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  other.close()
  await writeFile(file, 'something else, long enough to be no database at all '.repeat(50))
  const failed = await state.ask('SELECT number FROM version').catch((thrown: unknown) => thrown)
  assert.instance(failed, StateError)
  assert.not.ok((failed as StateError).passing)
})

testWithPostgres('a server that is away is said to be, and found again when it is back', async () => {
  await using cluster = await startCluster()
  await using state = await openState(cluster.url(await cluster.createDatabase()))
  const ask = (): Promise<unknown> =>
    state.ask('SELECT number FROM version').then(
      (rows) => rows.length,
      (thrown: unknown) => thrown,
    )
  await cluster.stop()
  for (const failed of [await ask(), await ask()]) {
    assert.instance(failed, StateError)
    assert.ok((failed as StateError).passing)
  }
  await cluster.start()
  assert.is(await ask(), 1)
})

test.run()
