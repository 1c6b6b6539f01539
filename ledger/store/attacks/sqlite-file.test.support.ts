import { copyFile, readFile, rename, writeFile } from 'node:fs/promises'
import Database from 'better-sqlite3'
import { appendNextCheckpoint } from '../checkpoint.ts'
import { openStore } from '../open-store.ts'
import { timeAt } from '../sample-bodies.test.support.ts'
import { tableOf } from '../tables.ts'
import { verifyLedgers } from '../verify/verify-ledgers.ts'
import { detection, type Outcome } from './attack.test.support.ts'
import { type Place, type SqliteAttack, withoutTriggers } from './sqlite-place.test.support.ts'

const controls = tableOf.runtime_control
const holder = 'whoever has the file'
const detected = (by: string): Outcome => ({ is: 'detected', by })

/** What is done to the file, without SQLite or behind its back. */
export const fileAttacks: readonly SqliteAttack[] = [
  {
    id: 'S30',
    what: 'bytes of a body edited in the file',
    who: holder,
    expected: detected('hash'),
    attempt: ({ path }) => edit(path, '"reason_code":"routine"', '"reason_code":"altered"'),
  },
  {
    id: 'S30',
    what: 'bytes of a generated column edited in the file',
    who: holder,
    expected: detected('column'),
    attempt: ({ path }) => edit(path, /(?<=sha256:[0-9a-f]{64})failed/, 'passed'),
  },
  {
    id: 'S30',
    what: 'bytes of an index edited in the file, so that a failed run is not found',
    who: holder,
    expected: detected('index'),
    async attempt({ path, verify }) {
      await edit(path, /(?<=[0-9a-f]{64}local)failed/, 'passed')
      // The rows are what they were.
      return detection(await verify())
    },
  },
  {
    id: 'S34',
    what: 'the file copied without its `-wal`',
    who: holder,
    expected: detected('held'),
    async attempt(place) {
      const lost = place.beside('copy.sqlite')
      const held = await whileOpen(place, () => copyFile(place.path, lost))
      return seenOf(lost, held, place)
    },
  },
  {
    id: 'S35',
    what: '`backup()` of an older copy over the ledger',
    who: holder,
    expected: detected('held'),
    async attempt(place) {
      const older = place.beside('older.sqlite')
      await copyFile(place.path, older)
      const held = await whileOpen(place, async () => undefined)
      const database = new Database(older)
      await database.backup(place.path)
      database.close()
      return seenOf(place.path, held, place)
    },
  },
  {
    id: 'S36',
    what: '`VACUUM INTO` a copy, the copy altered and put in place of the ledger',
    who: holder,
    expected: detected('hash'),
    async attempt({ path, connect, beside }) {
      const copy = beside('copy.sqlite')
      connect().exec(`VACUUM INTO '${copy}'`)
      const database = new Database(copy)
      withoutTriggers(database, controls, () =>
        database.exec(`UPDATE ${controls} SET body = replace(body, 'disabled', 'enabled')`),
      )
      database.pragma('journal_mode = WAL')
      database.close()
      await rename(copy, path)
    },
  },
  {
    id: 'S37',
    what: 'an older copy put in place of the ledger',
    who: holder,
    expected: detected('held'),
    async attempt(place) {
      const older = place.beside('older.sqlite')
      await copyFile(place.path, older)
      const held = await whileOpen(place, async () => undefined)
      await rename(older, place.path)
      return seenOf(place.path, held, place)
    },
  },
]

async function edit(path: string, from: string | RegExp, to: string): Promise<void> {
  const bytes = (await readFile(path)).toString('latin1')
  const changed = bytes.replace(from, to)
  if (changed === bytes || changed.length !== bytes.length) throw new Error('nothing was edited')
  await writeFile(path, changed, 'latin1')
}

/** Appends, makes a checkpoint and does the work before the connection is closed; gives the checkpoint. */
async function whileOpen({ path, sample }: Place, work: () => Promise<void>): Promise<string> {
  await using store = await openStore(path)
  await store.append([sample.run({ result: 'failed' })])
  const verification = await verifyLedgers(store, { trusted: sample.trusted })
  const { envelope } = await appendNextCheckpoint(store, verification, sample.keys.ledger, Date.parse(timeAt(9500)))
  await work()
  return envelope
}

async function seenOf(path: string, held: string, { sample }: Place): Promise<Outcome> {
  await using store = await openStore(path)
  return detection(await verifyLedgers(store, { trusted: sample.trusted, held }))
}
