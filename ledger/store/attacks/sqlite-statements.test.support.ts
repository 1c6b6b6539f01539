import { bodyOf } from '../sample-bodies.test.support.ts'
import { checkpointTable, tableOf } from '../tables.ts'
import { allOf, altered, forge, headOf, type SqliteAttack } from './sqlite-place.test.support.ts'

const controls = tableOf.runtime_control
const runs = tableOf.certification_run
const checks = tableOf.certification_check
const columns = 'seq, prev_hash, record_hash, body, signatures'
const anyone = 'any client'
const rejected = (by: string): { readonly is: 'rejected'; readonly by: string } => ({ is: 'rejected', by })
const detected = (by: string): { readonly is: 'detected'; readonly by: string } => ({ is: 'detected', by })
/** Row 1 of the controls with a body that says the opposite. */
const enabling = `SELECT seq, prev_hash, record_hash, replace(body, 'disabled', 'enabled'), signatures FROM ${controls} WHERE seq = 1`

/** What anybody can send who may write to the file, through SQLite as it is. */
export const statementAttacks: readonly SqliteAttack[] = [
  {
    id: 'S1',
    what: '`UPDATE` of a value, of nothing, `OR IGNORE`, `OR REPLACE`, `FROM`, of a checkpoint',
    who: anyone,
    expected: rejected('append-only'),
    attempt: ({ connect }) =>
      allOf(
        connect(),
        `UPDATE ${controls} SET body = replace(body, 'disabled', 'enabled')`,
        `UPDATE ${controls} SET seq = seq`,
        `UPDATE OR IGNORE ${controls} SET seq = 9`,
        `UPDATE OR REPLACE ${controls} SET seq = 1 WHERE seq = 2`,
        `UPDATE ${controls} SET body = other.body FROM ${controls} AS other WHERE other.seq = 2`,
        `UPDATE ${checkpointTable} SET envelope = '{}'`,
      ),
  },
  {
    id: 'S2',
    what: '`DELETE` of one, of all, with `LIMIT`, of a checkpoint',
    who: anyone,
    expected: rejected('append-only'),
    attempt: ({ connect }) =>
      allOf(
        connect(),
        `DELETE FROM ${runs} WHERE result = 'failed'`,
        `DELETE FROM ${controls}`,
        `DELETE FROM ${controls} ORDER BY seq DESC LIMIT 1`,
        `DELETE FROM ${checkpointTable}`,
      ),
  },
  {
    id: 'S3',
    what: '`INSERT OR REPLACE` with the number of another record',
    who: anyone,
    expected: rejected('seq is one more than the highest'),
    attempt: ({ connect }) => void connect().exec(`INSERT OR REPLACE INTO ${controls} (${columns}) ${enabling}`),
  },
  {
    id: 'S4',
    what: '`REPLACE INTO`',
    who: anyone,
    expected: rejected('seq is one more than the highest'),
    attempt: ({ connect }) => void connect().exec(`REPLACE INTO ${controls} (${columns}) ${enabling}`),
  },
  {
    id: 'S5',
    what: '`INSERT OR REPLACE` with the next number and the id, or the run and kind, of another record',
    who: anyone,
    expected: rejected('already'),
    attempt({ connect, sample }) {
      const database = connect()
      const [, disabled] = database.prepare<[], { body: string; signatures: string }>(`SELECT * FROM ${controls}`).all()
      const last = database
        .prepare<[], { body: string; signatures: string }>(`SELECT * FROM ${checks} ORDER BY seq DESC LIMIT 1`)
        .get()
      if (!disabled || !last) throw new Error('the model has no such records')
      const check = bodyOf(last)
      const twin = sample.sign({ ...check, id: `${check.id.slice(0, -1)}x` })
      const errors = [altered(disabled, 'disabled', 'enabled'), twin].map((signed) => {
        try {
          forge(database, { signed, verb: 'INSERT OR REPLACE' })
          return undefined
        } catch (thrown) {
          return (thrown as Error).message
        }
      })
      if (errors.every((each) => each !== undefined)) throw new Error(errors.join('; '))
    },
  },
  {
    id: 'S6',
    what: '`INSERT OR REPLACE` by the hidden `rowid`',
    who: anyone,
    expected: rejected('seq is one more than the highest'),
    attempt: ({ connect }) =>
      void connect().exec(
        `INSERT OR REPLACE INTO ${controls} (rowid, prev_hash, record_hash, body, signatures) ${enabling}`,
      ),
  },
  ...(['OFF', 'ON'] as const).map((state): SqliteAttack => ({
    id: state === 'OFF' ? 'S7' : 'S8',
    what: `\`recursive_triggers = ${state}\`, foreign keys off, then S3`,
    who: anyone,
    expected: rejected('seq is one more than the highest'),
    attempt({ connect }) {
      const database = connect()
      database.pragma(`recursive_triggers = ${state}`)
      database.pragma('foreign_keys = OFF')
      database.exec(`INSERT OR REPLACE INTO ${controls} (${columns}) ${enabling}`)
    },
  })),
  {
    id: 'S9',
    what: '`ON CONFLICT DO UPDATE`',
    who: anyone,
    expected: rejected('seq is one more than the highest'),
    attempt: ({ connect }) =>
      void connect().exec(
        `INSERT INTO ${controls} (${columns}) ${enabling} ON CONFLICT (seq) DO UPDATE SET body = excluded.body`,
      ),
  },
  {
    id: 'S10',
    what: '`ON CONFLICT DO NOTHING` and `OR IGNORE` for a record that is there',
    who: anyone,
    expected: rejected('seq is one more than the highest'),
    attempt: ({ connect }) =>
      allOf(
        connect(),
        `INSERT INTO ${controls} (${columns}) ${enabling} ON CONFLICT DO NOTHING`,
        `INSERT OR IGNORE INTO ${controls} (${columns}) ${enabling}`,
      ),
  },
  {
    id: 'S11',
    what: '`INSERT OR IGNORE` of what a `CHECK` forbids',
    who: anyone,
    expected: { is: 'without effect', by: '' },
    attempt: ({ connect, sample }) =>
      forge(connect(), { signed: altered(sample.control(), '"enabled"', '"allowed"'), verb: 'INSERT OR IGNORE' }),
  },
  {
    id: 'S12',
    what: '`NULL` as number',
    who: anyone,
    expected: rejected('seq is one more than the highest'),
    attempt: ({ connect, sample }) => forge(connect(), { signed: sample.control(), seq: null }),
  },
  {
    id: 'S13',
    what: 'a record with a wrong link',
    who: anyone,
    expected: rejected('prev_hash is the hash of the last record'),
    attempt: ({ connect, sample }) => forge(connect(), { signed: sample.control(), prevHash: 'a'.repeat(64) }),
  },
  {
    id: 'S13',
    what: 'a record that leaves a number out',
    who: anyone,
    expected: rejected('seq is one more than the highest'),
    attempt: ({ connect, sample }) => forge(connect(), { signed: sample.control(), seq: 9 }),
  },
  {
    id: 'S14',
    what: 'a signed record with the right link and a wrong hash',
    who: 'holder of the admin key',
    expected: detected('hash'),
    attempt: ({ connect, sample }) => forge(connect(), { signed: sample.control(), recordHash: 'a'.repeat(64) }),
  },
  {
    id: 'S15',
    what: '`foreign_keys = OFF`, then a signed run under a review that there is not',
    who: 'holder of the runner key',
    expected: detected('reference'),
    attempt({ connect, sample }) {
      const database = connect()
      database.pragma('foreign_keys = OFF')
      for (const signed of sample.run({ kind: 'live' })) forge(database, { signed })
    },
  },
  {
    id: 'S15',
    what: '`foreign_keys = OFF`, then a check without a run',
    who: 'holder of the runner key',
    expected: rejected('a check belongs to the newest run'),
    attempt({ connect, sample }) {
      const database = connect()
      database.pragma('foreign_keys = OFF')
      const [, check] = sample.run()
      if (check) forge(database, { signed: check })
    },
  },
  {
    id: 'S16',
    what: 'the run of S15 in a transaction with `defer_foreign_keys`',
    who: 'holder of the runner key',
    expected: rejected('FOREIGN KEY'),
    attempt({ connect, sample }) {
      const database = connect()
      database.exec('BEGIN')
      database.pragma('defer_foreign_keys = ON')
      for (const signed of sample.run({ kind: 'live' })) forge(database, { signed })
      database.exec('COMMIT')
    },
  },
  {
    id: 'S17',
    what: '`ignore_check_constraints = ON`, then a word that there is not',
    who: anyone,
    expected: detected('body'),
    attempt({ connect, sample }) {
      const database = connect()
      database.pragma('ignore_check_constraints = ON')
      forge(database, { signed: altered(sample.control(), '"enabled"', '"allowed"') })
    },
  },
  ...(
    [
      ['S25', 'a fingerprint in capitals', '"sha256:', '"SHA256:'],
      [
        'S25',
        'a URL behind `sha256:`',
        /"app_fingerprint":"[^"]*"/,
        '"app_fingerprint":"sha256:https://social.example/@a"',
      ],
      ['S26', 'a time without leading zeros', /"starts_at":"[^"]*"/, '"starts_at":"2026-9-1"'],
      ['S26', 'a number as time', /"starts_at":"[^"]*"/, '"starts_at":20260901'],
      ['S28', 'a key that stands twice', '{', '{"account_kind":"standard",'],
      ['S28', 'an unknown key', '"v":1', '"v":1,"w":1'],
      ['S28', 'keys in another order', /^\{("account_kind":"[^"]*"),("app_fingerprint":"[^"]*")/, '{$2,$1'],
      ['S28', 'white space between keys', ',"app', ', "app'],
      ['S28', 'a character outside ASCII', '"routine"', '"routiné"'],
      ['S28', 'an escaped NUL', '"routine"', '"rout\\u0000ine"'],
      ['S28', 'a NUL', '"routine"', '"rout\0ine"'],
      ['S28', 'a number in another form', '"v":1', '"v":1.0'],
      ['S28', 'something nested', '"routine"', '{"a":1}'],
    ] as const
  ).map(([id, what, from, to]): SqliteAttack => ({
    id,
    what,
    who: anyone,
    expected: rejected(''),
    attempt({ connect, sample }) {
      const { body, signatures } = sample.control()
      const changed = body.replace(from, to)
      if (changed === body) throw new Error('nothing was altered')
      forge(connect(), { signed: { body: changed, signatures } })
    },
  })),
  {
    id: 'S27',
    what: '`journal_mode = OFF`',
    who: anyone,
    expected: { is: 'without effect', by: 'wal' },
    attempt: ({ connect }) => ({
      is: 'without effect',
      by: `stays ${String(connect().pragma('journal_mode = OFF', { simple: true }))}`,
    }),
  },
  {
    id: 'S33',
    what: '`DELETE` of a parent, which its children cite',
    who: anyone,
    expected: rejected('append-only'),
    attempt: ({ connect }) => void connect().exec(`DELETE FROM ${tableOf.approval_review}`),
  },
  {
    id: 'S38',
    what: '`DELETE` through a connection that was opened readonly',
    who: anyone,
    expected: rejected(''),
    async attempt({ path }) {
      const { connect } = await import('../sqlite/connection.ts')
      const database = connect(path, { readonly: true })
      try {
        database.exec(`DELETE FROM ${controls}`)
      } finally {
        database.close()
      }
    },
  },
  {
    id: 'S41',
    what: 'a record of one ledger appended to another',
    who: 'holder of the admin key',
    expected: rejected(''),
    attempt: ({ connect, sample }) => forge(connect(), { signed: sample.review(), ledger: 'runtime_control' }),
  },
  {
    id: 'S42',
    what: 'a record with everything right, but signed by a stranger',
    who: anyone,
    expected: detected('signature'),
    attempt({ connect, sample }) {
      const database = connect()
      const { body } = sample.control()
      forge(database, {
        signed: { body, signatures: sample.sign(bodyOf({ body, signatures: '' }), 'runner').signatures },
      })
    },
  },
  {
    id: 'S43',
    what: 'a signed run without its checks',
    who: 'holder of the runner key',
    expected: detected('checks'),
    attempt({ connect, sample }) {
      const [run] = sample.run()
      if (run) forge(connect(), { signed: run })
    },
  },
  {
    id: 'S44',
    what: 'a signed check more than the run was committed to',
    who: 'holder of the runner key',
    expected: rejected('already'),
    attempt({ connect, sample }) {
      const database = connect()
      const [, , , check] = sample.run()
      const { id } = bodyOf(
        database.prepare<[], { body: string; signatures: string }>(`SELECT * FROM ${runs} ORDER BY seq DESC`).get(),
      )
      const body = bodyOf(check)
      if (body.ledger !== 'certification_check') throw new Error('expected a check')
      forge(database, { signed: sample.sign({ ...body, run_id: id, kind: 'publish_scheduled' }) })
    },
  },
  {
    id: 'S45',
    what: 'the same signed record once more, with a link of its own',
    who: anyone,
    expected: rejected('already'),
    attempt({ connect }) {
      const database = connect()
      const there = database.prepare<[], { body: string; signatures: string }>(`SELECT * FROM ${controls}`).get()
      if (there && headOf(database, 'runtime_control').seq > 1) forge(database, { signed: there })
    },
  },
]
