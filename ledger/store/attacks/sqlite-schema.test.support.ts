import Database from 'better-sqlite3'
import { initStore, openStore } from '../open-store.ts'
import { connect } from '../sqlite/connection.ts'
import { sqliteStore } from '../sqlite/sqlite-store.ts'
import { LedgerError, type LedgerStore } from '../store.ts'
import { checkpointTable, tableOf } from '../tables.ts'
import { keyOf, type Samples } from '../sample-bodies.test.support.ts'
import type { Outcome } from './attack.test.support.ts'
import { forge, headOf, rechain, type SqliteAttack, withoutTriggers } from './sqlite-place.test.support.ts'

const controls = tableOf.runtime_control
const runs = tableOf.certification_run
const checks = tableOf.certification_check
const owner = 'whoever may alter the schema'
const detected = (by: string): Outcome => ({ is: 'detected', by })

/** What needs the schema, or the settings of a connection, to be altered. */
export const schemaAttacks: readonly SqliteAttack[] = [
  {
    id: 'S18',
    what: '`DROP TRIGGER`, then `DELETE` in the middle',
    who: owner,
    expected: detected('schema, gap'),
    attempt: ({ connect: open }) =>
      void open().exec(`DROP TRIGGER ${controls}_append_only_delete; DELETE FROM ${controls} WHERE seq = 1`),
  },
  {
    id: 'S19',
    what: '`DROP TRIGGER`, `UPDATE`, and the same trigger again',
    who: owner,
    expected: detected('hash'),
    attempt({ connect: open }) {
      const database = open()
      withoutTriggers(database, controls, () =>
        database.exec(`UPDATE ${controls} SET body = replace(body, 'disabled', 'enabled') WHERE seq = 1`),
      )
    },
  },
  {
    id: 'S20',
    what: 'the table renamed, dropped, and made again, empty',
    who: owner,
    expected: detected('checkpoint'),
    attempt({ connect: open }) {
      const database = open()
      const objects = objectsOf(database, controls)
      database.exec(`ALTER TABLE ${controls} RENAME TO away; DROP TABLE away`)
      for (const sql of objects) database.exec(sql)
    },
  },
  {
    id: 'S20',
    what: 'the same with the checkpoints',
    who: owner,
    expected: detected('held'),
    attempt({ connect: open }) {
      const database = open()
      for (const table of [controls, checkpointTable]) {
        const objects = objectsOf(database, table)
        database.exec(`DROP TABLE ${table}`)
        for (const sql of objects) database.exec(sql)
      }
    },
  },
  {
    id: 'S21',
    what: '`writable_schema = ON`, then `DELETE FROM sqlite_schema`',
    who: 'any client',
    expected: { is: 'rejected', by: 'may not be modified' },
    attempt({ connect: open }) {
      const database = open()
      database.pragma('writable_schema = ON')
      database.exec(`DELETE FROM sqlite_schema WHERE type = 'trigger'`)
    },
  },
  {
    id: 'S22',
    what: 'the same with defensive mode off',
    who: owner,
    expected: detected('schema'),
    attempt({ path }) {
      const database = new Database(path)
      try {
        database.unsafeMode(true)
        database.pragma('writable_schema = ON')
        database.exec(`DELETE FROM sqlite_schema WHERE type = 'trigger'`)
      } finally {
        database.close()
      }
    },
  },
  {
    id: 'S23',
    what: 'a trigger that ignores what is inserted, then an append',
    who: owner,
    expected: detected('append: trigger swallow does not belong into a ledger'),
    async attempt({ connect: open, path, sample }) {
      open().exec(`CREATE TRIGGER swallow BEFORE INSERT ON ${controls} BEGIN SELECT RAISE(IGNORE); END`)
      await using store = await openStore(path)
      return await appending(store, sample)
    },
  },
  {
    id: 'S23',
    what: 'a temporary trigger that does so in the connection of the ledger',
    who: 'code in our process',
    expected: detected('append: temporary trigger swallow'),
    async attempt({ path, sample }) {
      const database = connect(path, {})
      database.exec(`CREATE TEMP TRIGGER swallow BEFORE INSERT ON main.${controls} BEGIN SELECT RAISE(IGNORE); END`)
      await using store = sqliteStore(database, path)
      return await appending(store, sample)
    },
  },
  {
    id: 'S24',
    what: 'a temporary table of the same name, in the connection of the ledger',
    who: 'code in our process',
    expected: { is: 'without effect', by: 'reads go to main' },
    async attempt({ path, sample }) {
      const database = connect(path, {})
      database.exec(`CREATE TEMP TABLE ${runs} AS SELECT * FROM main.${runs} WHERE result = 'passed'`)
      await using store = sqliteStore(database, path)
      const newest = await store.newestRun(keyOf(sample.subject()))
      const isTrue = newest?.body.includes('"result":"failed"') === true
      return isTrue
        ? { is: 'without effect', by: 'reads go to main.' }
        : { is: 'not seen', by: 'the failure is hidden' }
    },
  },
  {
    id: 'S32',
    what: 'a trigger of the same name that never fires; then `ledger init`, and `DELETE`',
    who: owner,
    expected: detected('init: '),
    async attempt({ connect: open, path }) {
      const name = `${controls}_append_only_delete`
      open().exec(`DROP TRIGGER ${name};
        CREATE TRIGGER ${name} BEFORE DELETE ON ${controls} WHEN 0 BEGIN SELECT RAISE(ABORT, 'no'); END`)
      return refusalOf('init', initStore(path))
    },
  },
  {
    id: 'S46',
    what: 'a record twice, the table made again without what keeps ids apart, the chain made again',
    who: owner,
    expected: detected('id'),
    attempt({ connect: open }) {
      const database = open()
      const objects = objectsOf(database, controls)
      database.pragma('foreign_keys = OFF')
      database.exec(
        `CREATE TEMP TABLE kept AS SELECT body, signatures FROM ${controls} ORDER BY seq; DROP TABLE ${controls}`,
      )
      const [table = ''] = objects
      database.exec(table.replace('id TEXT NOT NULL UNIQUE', 'id TEXT NOT NULL'))
      const kept = database.prepare<[], { body: string; signatures: string }>('SELECT * FROM kept').all()
      for (const signed of [...kept, ...kept.slice(0, 1)]) forge(database, { signed })
      for (const sql of objects.slice(1)) database.exec(sql)
    },
  },
  {
    id: 'S47',
    what: 'a row that looks like none of its columns: the generated columns made ordinary ones',
    who: owner,
    expected: detected('schema, column'),
    attempt({ connect: open }) {
      const database = open()
      const objects = objectsOf(database, controls)
      const columns = `seq, prev_hash, record_hash, body, signatures, provider, selector, state, starts_at`
      database.exec(`CREATE TEMP TABLE kept AS SELECT * FROM ${controls}; DROP TABLE ${controls}`)
      const [table = ''] = objects
      database.exec(
        table
          .replaceAll(/ NOT NULL( UNIQUE)? GENERATED ALWAYS AS \(.*\) STORED/g, '')
          .replaceAll(/ GENERATED ALWAYS AS \(.*\) STORED/g, ''),
      )
      database.exec(
        `INSERT INTO main.${controls} (${columns}) SELECT ${columns.replace(' state,', ` 'enabled',`)} FROM kept`,
      )
      for (const sql of objects.slice(1)) database.exec(sql)
    },
  },
  {
    id: 'S31',
    what: 'the failed run and its checks taken away, the chains made again',
    who: owner,
    expected: detected('checkpoint'),
    attempt: ({ connect: open }) => hideFailure(open()),
  },
  {
    id: 'S31',
    what: 'the same, and every checkpoint taken away',
    who: owner,
    expected: detected('held'),
    attempt({ connect: open }) {
      const database = open()
      hideFailure(database)
      dropCheckpoints(database)
    },
  },
  {
    id: 'S31',
    what: 'the same, where no checkpoint is held outside',
    who: owner,
    expected: { is: 'not seen', by: 'a held checkpoint' },
    async attempt({ connect: open, verify }) {
      const database = open()
      hideFailure(database)
      dropCheckpoints(database)
      const { ok } = await verify('')
      return ok ? { is: 'not seen', by: 'a held checkpoint would show it' } : { is: 'detected', by: 'verify' }
    },
  },
]

/** The statements that make a table with its indexes and triggers, the table first. */
const objectsOf = (database: Database.Database, table: string): readonly string[] =>
  database
    .prepare<[string], string>(
      `SELECT sql FROM main.sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type <> 'table'`,
    )
    .pluck()
    .all(table)

/** With keys nobody has, everything that is left stays signed. */
function hideFailure(database: Database.Database): void {
  database.pragma('foreign_keys = OFF')
  withoutTriggers(database, checks, () => {
    database.exec(`DELETE FROM ${checks} WHERE run_id IN (SELECT id FROM ${runs} WHERE result = 'failed')`)
  })
  withoutTriggers(database, runs, () => database.exec(`DELETE FROM ${runs} WHERE result = 'failed'`))
  rechain(database, 'certification_check')
  rechain(database, 'certification_run')
  if (headOf(database, 'certification_run').seq !== 2) throw new Error('the failed run is still there')
}

function dropCheckpoints(database: Database.Database): void {
  withoutTriggers(database, checkpointTable, () => database.exec(`DELETE FROM ${checkpointTable}`))
}

const appending = (store: LedgerStore, sample: Samples): Promise<Outcome> =>
  refusalOf('append', store.append([[sample.control()]]))

async function refusalOf(what: string, attempt: Promise<unknown>): Promise<Outcome> {
  try {
    await attempt
    return { is: 'not seen', by: `${what} says nothing` }
  } catch (thrown) {
    if (!(thrown instanceof LedgerError)) throw thrown
    const says = thrown.message.slice(thrown.message.indexOf(': ') + 2)
    return { is: 'detected', by: `${what}: ${says}` }
  }
}
