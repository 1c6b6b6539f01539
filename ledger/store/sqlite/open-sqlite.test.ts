import { chmod, writeFile } from 'node:fs/promises'
import process from 'node:process'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { initStore, openStore, shownPlace } from '../open-store.ts'
import { samples } from '../sample-bodies.test.support.ts'
import { rejects } from '../store-conformance.test.support.ts'
import { freshFile, type FreshFile } from './fresh-file.test.support.ts'

function alter(file: FreshFile, sql: string): void {
  const database = new Database(file.path)
  database.exec(sql)
  database.close()
}

test('a URL of a kind that we do not know is refused with the kinds that we do', async () => {
  for (const url of ['mysql://db/evidence', 'https://db/evidence', 'sqlite:', '']) {
    await rejects(openStore(url), 'unknown-url', 'a ledger is a file')
    await rejects(initStore(url), 'unknown-url', 'a ledger is a file')
  }
})

test('a path is a file, with and without sqlite:', async () => {
  await using file = await freshFile()
  for (const url of [file.path, `sqlite:${file.path}`, `SQLite:${file.path}`]) {
    await using store = await openStore(url)
    assert.is(store.kind, 'sqlite')
    assert.is(await shownPlace(url), url)
  }
})

test('what is not there, a folder and a place in no folder cannot be reached', async () => {
  await using file = await freshFile()
  await rejects(openStore(`${file.folder}/other.sqlite`), 'absent', 'touchstone ledger init')
  await rejects(openStore(file.folder), 'absent', 'is a folder')
  await rejects(initStore(file.folder), 'absent', 'is a folder')
  await rejects(initStore(`${file.folder}/no/folder/e.sqlite`), 'unreachable', 'folder that does not exist')
})

test('another file, an empty one and a database of somebody else are not taken for ledgers', async () => {
  await using file = await freshFile()
  const other = `${file.folder}/other`
  await writeFile(other, 'words, not a database; '.repeat(100))
  await rejects(openStore(other), 'wrong-schema', 'not an SQLite database')
  await rejects(initStore(other), 'wrong-schema', 'not an SQLite database')
  await writeFile(`${other}2`, '')
  await rejects(openStore(`${other}2`), 'wrong-schema', 'is empty')
  const database = new Database(`${other}3`)
  database.exec('CREATE TABLE posts (id); CREATE TABLE users (id)')
  database.close()
  await rejects(openStore(`${other}3`), 'wrong-schema', 'tables posts, users')
  await rejects(initStore(`${other}3`), 'wrong-schema', 'tables posts, users')
})

test('ledgers of another schema version are not read', async () => {
  await using file = await freshFile()
  alter(
    file,
    `DROP TABLE ledger_migrations; CREATE TABLE ledger_migrations (version INTEGER); INSERT INTO ledger_migrations VALUES (78)`,
  )
  await rejects(openStore(file.path), 'wrong-schema', 'schema version 78; this touchstone reads and writes version 77')
  await rejects(initStore(file.path), 'wrong-schema', '78')
})

test('init leaves ledgers that are there as they are', async () => {
  await using file = await freshFile()
  await using store = await file.open()
  await store.append([samples(1).run()])
  await initStore(file.path)
  assert.is((await store.heads())[1]?.size, 1)
})

const alterations: Readonly<Record<string, readonly [sql: string, says: string]>> = {
  'a trigger that is missing': [
    'DROP TRIGGER ledger_checkpoints_append',
    'trigger ledger_checkpoints_append is missing',
  ],
  'a trigger of the same name': [
    `DROP TRIGGER ledger_checkpoints_append;
    CREATE TRIGGER ledger_checkpoints_append BEFORE INSERT ON ledger_checkpoints BEGIN SELECT 1; END`,
    'trigger ledger_checkpoints_append is not the one that touchstone made',
  ],
  'a table of somebody else': ['CREATE TABLE posts (id)', 'table posts does not belong into a ledger'],
  'a view': ['CREATE VIEW passes AS SELECT 1', 'view passes does not belong into a ledger'],
  'an index that is missing': [
    'DROP INDEX provider_certification_runs_newest',
    'index provider_certification_runs_newest is missing',
  ],
  'a column more': [
    'ALTER TABLE provider_approval_reviews ADD COLUMN note TEXT',
    'table provider_approval_reviews is not the one that touchstone made',
  ],
}

for (const [what, [sql, says]] of Object.entries(alterations)) {
  test(`${what} is named, and nothing is appended`, async () => {
    await using file = await freshFile()
    await using store = await file.open()
    alter(file, sql)
    assert.equal(await store.schemaProblems(), [says])
    await rejects(store.append([samples(2).run()]), 'tampered-schema', says)
    await rejects(initStore(file.path), 'tampered-schema', says)
    assert.is((await store.heads())[1]?.size, 0)
  })
}

test('statistics of ANALYZE are nothing strange', async () => {
  await using file = await freshFile()
  await using store = await file.open()
  await store.append([samples(3).run()])
  alter(file, 'ANALYZE')
  assert.equal(await store.schemaProblems(), [])
})

test('readonly ledgers are read, and nothing can be appended', async () => {
  await using file = await freshFile()
  await using writer = await file.open()
  const sample = samples(4)
  await writer.append([sample.run()])
  await using store = await openStore(file.path, { readonly: true })
  assert.is((await store.heads())[1]?.size, 1)
  await rejects(store.append([sample.run()]), 'unreachable', 'may only be read')
})

// Whoever is root may write to every file.
const asUser = process.getuid?.() === 0 ? test.skip : test
asUser('a file that may only be read takes no record, and says so', async () => {
  await using file = await freshFile()
  await chmod(file.path, 0o444)
  await rejects(file.open(), 'unreachable', 'may only be read')
})

test('a ledger that another process holds is waited for, and then given up with a message', async () => {
  await using file = await freshFile()
  const other = new Database(file.path)
  other.exec('BEGIN EXCLUSIVE')
  const { connect } = await import('./connection.ts')
  const { sqliteStore } = await import('./sqlite-store.ts')
  const database = connect(file.path, {})
  database.pragma('busy_timeout = 20')
  await using store = sqliteStore(database, file.path)
  await rejects(store.append([samples(5).run()]), 'unreachable', 'held by another process')
  other.close()
})

test.run()
