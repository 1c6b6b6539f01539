import { checkpointTable, tableOf } from '../tables.ts'
import type { Attacker, CopyIn, Site } from './attack-site.test.support.ts'
import { appender } from './fresh-ledgers.test.support.ts'
import { owner, writer } from './roles.ts'

/** One attack of the list, and what came of it for each attacker. */
export interface PostgresAttack {
  /** Its number in the list, and a letter where several belong to it. */
  readonly id: string
  readonly does: string
  /** Several ways with the same end. */
  readonly ways: (site: Site, as: Attacker) => Promise<readonly Way[]> | readonly Way[]
  /** What the superuser does for the attacker first, and takes back. The server is shared. */
  readonly before?: (as: Attacker) => string
  readonly after?: (as: Attacker) => string
  readonly expected: Readonly<Record<Attacker, string>>
}

export type Way = readonly (string | CopyIn)[]

const reviews = `ledger.${tableOf.approval_review}`
const runs = `ledger.${tableOf.certification_run}`
const controls = `ledger.${tableOf.runtime_control}`
const columns = 'seq, prev_hash, record_hash, body, signatures'

const refusedToAll = (code: string, others = code): Readonly<Record<Attacker, string>> => ({
  writer: `refused ${code}`,
  owner: `refused ${others}`,
  superuser: `refused ${others}`,
})

const role = (as: Attacker): string => (as === 'writer' ? appender : owner)

/** Turns the newest run, which failed, into one that passed, with a hash to match. */
const rewrite = `WITH changed AS (SELECT seq, replace(body, '"result":"failed"', '"result":"passed"') AS body FROM ${runs} WHERE seq = 2)
  UPDATE ${runs} AS r SET body = changed.body, record_hash = encode(sha256(convert_to(concat_ws(chr(10),
    'evidence-ledger/v1', 'certification_run', r.seq, r.prev_hash, changed.body), 'UTF8')), 'hex')
  FROM changed WHERE r.seq = changed.seq`

const found = (...kinds: readonly string[]): string => `found: ${kinds.join(', ')}`

export const postgresAttacks: readonly PostgresAttack[] = [
  {
    id: 'P1',
    does: 'UPDATE, DELETE, ON CONFLICT DO UPDATE, MERGE and a writable CTE',
    ways: () => [
      [`UPDATE ${controls} SET body = body`],
      [`DELETE FROM ${controls}`],
      [
        `INSERT INTO ${controls} (${columns}) SELECT ${columns} FROM ${controls} WHERE seq = 1 ON CONFLICT (seq) DO UPDATE SET body = excluded.body`,
      ],
      [
        `MERGE INTO ${controls} AS t USING (SELECT 1 AS seq) AS s ON s.seq = t.seq WHEN MATCHED THEN UPDATE SET body = t.body`,
      ],
      [`MERGE INTO ${controls} AS t USING (SELECT 1 AS seq) AS s ON s.seq = t.seq WHEN MATCHED THEN DELETE`],
      [`WITH gone AS (DELETE FROM ${controls} RETURNING seq) SELECT * FROM gone`],
      [`UPDATE ledger.${checkpointTable} SET seq = seq`],
    ],
    expected: refusedToAll('42501', '23001'),
  },
  {
    id: 'P2',
    does: 'UPDATE … WHERE false',
    ways: () => [[`UPDATE ${controls} SET body = body WHERE false`]],
    expected: refusedToAll('42501', '23001'),
  },
  {
    id: 'P3',
    does: 'ON CONFLICT DO NOTHING with a record that is there',
    ways: () => [
      [`INSERT INTO ${controls} (${columns}) SELECT ${columns} FROM ${controls} WHERE seq = 1 ON CONFLICT DO NOTHING`],
    ],
    expected: refusedToAll('23514'),
  },
  {
    id: 'P4',
    does: 'TRUNCATE, and TRUNCATE … CASCADE of a table that others refer to',
    ways: () => [[`TRUNCATE ${controls}`], [`TRUNCATE ${reviews} CASCADE`]],
    expected: refusedToAll('42501', '23001'),
  },
  {
    id: 'P5',
    does: 'SET session_replication_role = replica, then DELETE',
    ways: () => [['SET session_replication_role = replica', `DELETE FROM ${controls}`]],
    expected: { writer: 'refused 42501', owner: 'refused 42501', superuser: 'refused 23001' },
  },
  {
    id: 'P6a',
    does: 'with the right to SET session_replication_role: a check without a run',
    before: (as) => (as === 'superuser' ? '' : `GRANT SET ON PARAMETER session_replication_role TO ${role(as)}`),
    after: (as) => (as === 'superuser' ? '' : `REVOKE SET ON PARAMETER session_replication_role FROM ${role(as)}`),
    ways: async (site) => [['SET session_replication_role = replica', await site.forge('certification_check')]],
    expected: {
      writer: 'refused 23514; found: schema',
      owner: 'refused 23514; found: schema',
      superuser: 'refused 23514',
    },
  },
  {
    id: 'P6b',
    does: 'the same: a run that cites a review that is not there',
    before: (as) => (as === 'superuser' ? '' : `GRANT SET ON PARAMETER session_replication_role TO ${role(as)}`),
    after: (as) => (as === 'superuser' ? '' : `REVOKE SET ON PARAMETER session_replication_role FROM ${role(as)}`),
    ways: async (site) => [['SET session_replication_role = replica', 'BEGIN', ...(await site.forgeRun()), 'COMMIT']],
    expected: {
      writer: found('schema', 'signature', 'reference'),
      owner: found('schema', 'signature', 'reference'),
      superuser: found('signature', 'reference'),
    },
  },
  {
    id: 'P7a',
    does: 'DISABLE TRIGGER ALL on a table with foreign keys',
    ways: () => [[`ALTER TABLE ${runs} DISABLE TRIGGER ALL`]],
    expected: { writer: 'refused 42501', owner: 'refused 42501', superuser: found('schema') },
  },
  {
    id: 'P7b',
    does: 'DISABLE TRIGGER ALL on a table without, then DELETE of the newest record',
    ways: () => [[`ALTER TABLE ${controls} DISABLE TRIGGER ALL`, `DELETE FROM ${controls} WHERE seq = 2`]],
    expected: {
      writer: 'refused 42501',
      owner: found('schema', 'held', 'checkpoint'),
      superuser: found('schema', 'held', 'checkpoint'),
    },
  },
  {
    id: 'P8a',
    does: 'DISABLE TRIGGER USER, UPDATE of a result',
    ways: () => [
      [
        `ALTER TABLE ${runs} DISABLE TRIGGER USER`,
        `UPDATE ${runs} SET body = replace(body, '"result":"failed"', '"result":"passed"') WHERE seq = 2`,
      ],
    ],
    expected: refusedToAll('42501', '23514 hash_is_right; found: schema'),
  },
  {
    id: 'P8b',
    does: 'the same with a hash to match, and the triggers enabled again',
    ways: () => [
      [
        `ALTER TABLE ${runs} DISABLE TRIGGER USER`,
        rewrite,
        ...['guard_append', 'guard_run', 'refuse_change', 'refuse_change_of_row'].map(
          (name) => `ALTER TABLE ${runs} ENABLE ALWAYS TRIGGER ${name}`,
        ),
      ],
    ],
    expected: {
      writer: 'refused 42501',
      owner: found('signature', 'checks', 'held', 'checkpoint'),
      superuser: found('signature', 'checks', 'held', 'checkpoint'),
    },
  },
  {
    id: 'P9',
    does: 'DROP TRIGGER, or DROP FUNCTION … CASCADE, then DELETE',
    ways: () => [
      [
        `DROP TRIGGER refuse_change ON ${controls}`,
        `DROP TRIGGER refuse_change_of_row ON ${controls}`,
        `DELETE FROM ${controls} WHERE seq = 2`,
      ],
      ['DROP FUNCTION ledger.refuse_change CASCADE', `DELETE FROM ${controls} WHERE seq = 2`],
    ],
    expected: {
      writer: 'refused 42501',
      owner: found('schema', 'held', 'checkpoint'),
      superuser: found('schema', 'held', 'checkpoint'),
    },
  },
  {
    id: 'P10',
    does: 'CREATE OR REPLACE of the function that refuses, then DELETE',
    ways: () => [
      [
        `CREATE OR REPLACE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'`,
        `DELETE FROM ${controls} WHERE seq = 2`,
      ],
    ],
    expected: {
      writer: 'refused 42501',
      owner: found('schema', 'held', 'checkpoint'),
      superuser: found('schema', 'held', 'checkpoint'),
    },
  },
  {
    id: 'P11a',
    does: 'ALTER COLUMN … TYPE … USING of the body or of a column computed from it',
    ways: () => [[`ALTER TABLE ${runs} ALTER COLUMN body TYPE text USING replace(body, 'failed', 'passed')`]],
    expected: refusedToAll('42501', '0A000'),
  },
  {
    id: 'P11b',
    does: 'ALTER COLUMN … TYPE … USING of the signatures',
    ways: () => [[`ALTER TABLE ${controls} ALTER COLUMN signatures TYPE text COLLATE "C" USING '[]'`]],
    expected: { writer: 'refused 42501', owner: found('signature'), superuser: found('signature') },
  },
  {
    id: 'P12',
    does: 'DROP COLUMN and ADD COLUMN … DEFAULT',
    ways: () => [
      [`ALTER TABLE ${runs} DROP COLUMN result`, `ALTER TABLE ${runs} ADD COLUMN result text DEFAULT 'passed'`],
    ],
    expected: { writer: 'refused 42501', owner: found('schema', 'column'), superuser: found('schema', 'column') },
  },
  {
    id: 'P13',
    does: 'CREATE RULE … ON INSERT DO INSTEAD NOTHING',
    ways: () => [[`CREATE RULE lost AS ON INSERT TO ${controls} DO INSTEAD NOTHING`]],
    expected: { writer: 'refused 42501', owner: found('schema'), superuser: found('schema') },
  },
  {
    id: 'P14',
    does: 'another BEFORE INSERT trigger that keeps nothing',
    ways: () => [
      [
        `CREATE FUNCTION ledger.lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
        `CREATE TRIGGER lose BEFORE INSERT ON ${controls} FOR EACH ROW EXECUTE FUNCTION ledger.lose()`,
      ],
    ],
    expected: { writer: 'refused 42501', owner: found('schema'), superuser: found('schema') },
  },
  {
    id: 'P15',
    does: 'row security with a policy that hides the failed runs',
    ways: () => [
      [
        `CREATE POLICY rosy ON ${runs} USING (result = 'passed')`,
        `ALTER TABLE ${runs} ENABLE ROW LEVEL SECURITY`,
        `ALTER TABLE ${runs} FORCE ROW LEVEL SECURITY`,
      ],
    ],
    expected: {
      writer: 'refused 42501',
      owner: found('schema', 'unreadable'),
      superuser: found('schema', 'unreadable'),
    },
  },
  {
    id: 'P16',
    does: 'a table that INHERITS from ours, with a forged record',
    ways: async (site) => [
      [
        `CREATE TABLE ledger.kid () INHERITS (${controls})`,
        (await site.forge('runtime_control')).replace(controls, 'ledger.kid'),
      ],
    ],
    expected: { writer: 'refused 42501', owner: found('schema'), superuser: found('schema') },
  },
  {
    id: 'P17',
    does: 'a temporary table of the same name',
    ways: () => [[`CREATE TEMPORARY TABLE ${tableOf.runtime_control} (LIKE ${controls})`]],
    expected: { writer: 'refused 42501', owner: 'refused 42501', superuser: 'no effect' },
  },
  {
    id: 'P18a',
    does: 'DROP TABLE',
    ways: () => [[`DROP TABLE ${controls}`]],
    expected: {
      writer: 'refused 42501',
      owner: found('schema', 'unreadable'),
      superuser: found('schema', 'unreadable'),
    },
  },
  {
    id: 'P18b',
    does: 'RENAME of a table, and an empty one in its place',
    ways: () => [
      [
        `ALTER TABLE ${controls} RENAME TO old`,
        `CREATE TABLE ${controls} (LIKE ledger.old INCLUDING ALL)`,
        `GRANT SELECT, INSERT ON ${controls} TO ${writer}`,
      ],
    ],
    expected: {
      writer: 'refused 42501',
      owner: found('schema', 'held', 'checkpoint'),
      superuser: found('schema', 'held', 'checkpoint'),
    },
  },
  {
    id: 'P19',
    does: `UPDATE pg_trigger SET tgenabled = 'D'`,
    ways: () => [[`UPDATE pg_trigger SET tgenabled = 'D' WHERE tgrelid = '${controls}'::regclass`]],
    expected: { writer: 'refused 42501', owner: 'refused 42501', superuser: found('schema') },
  },
  {
    id: 'P20a',
    does: 'COPY … FROM STDIN of a record out of order',
    ways: async (site) => [
      [
        {
          copy: `COPY ${controls} (${columns}) FROM STDIN (DELIMITER ' ')`,
          text: `9 ${'0'.repeat(64)} ${'0'.repeat(64)} ${(await site.store.heads()).length} x\n`,
        },
      ],
    ],
    expected: refusedToAll('23514'),
  },
  {
    id: 'P20b',
    does: 'COPY … FROM PROGRAM',
    ways: () => [[`COPY ${controls} (${columns}) FROM PROGRAM 'echo 9 0 0 x x' (DELIMITER ' ')`]],
    expected: { writer: 'refused 42501', owner: 'refused 42501', superuser: 'refused 23514' },
  },
  {
    id: 'P21',
    does: 'a record with a wrong link, a wrong hash, out of order; keys in another order or twice; a number in another form; a run without its checks',
    ways: async (site) => [
      [await site.forge('runtime_control', { prevHash: '0'.repeat(64) })],
      [await site.forge('runtime_control', { recordHash: '0'.repeat(64) })],
      [await site.forge('runtime_control', { seq: 9 })],
      [await site.forge('runtime_control', { seq: 2 })],
      [await site.forge('runtime_control', { body: (text) => text.replace(/^\{(.*),("v":1)\}$/, '{$2,$1}') })],
      [await site.forge('runtime_control', { body: (text) => text.replace('"v":1', '"v":1,"v":1') })],
      [await site.forge('runtime_control', { body: (text) => text.replace('"v":1', '"v":1.0') })],
      ['BEGIN', await site.forge('certification_run'), 'COMMIT'],
    ],
    expected: refusedToAll('23514 or refused 23514 hash_is_right'),
  },
  {
    id: 'P22',
    does: 'a record with the right link and hash, by somebody without a key',
    ways: async (site) => [[await site.forge('runtime_control')]],
    expected: { writer: found('signature'), owner: found('signature'), superuser: found('signature') },
  },
  {
    id: 'P23',
    does: 'a value for a computed column',
    ways: () => [[`INSERT INTO ${runs} (${columns}, result) SELECT ${columns}, 'passed' FROM ${runs} WHERE seq = 2`]],
    expected: refusedToAll('428C9'),
  },
  {
    id: 'P24',
    does: 'DETACH of a partition, which has other triggers',
    ways: () => [[`ALTER TABLE ${controls} DETACH PARTITION ${runs}`]],
    expected: refusedToAll('42501', '42P17'),
  },
  {
    id: 'P25',
    does: 'CREATE RULE … ON DELETE DO INSTEAD NOTHING, which hides the refusal',
    ways: () => [[`CREATE RULE quiet AS ON DELETE TO ${controls} DO INSTEAD NOTHING`, `DELETE FROM ${controls}`]],
    expected: { writer: 'refused 42501', owner: found('schema'), superuser: found('schema') },
  },
  {
    id: 'P26a',
    does: 'UPDATE with pg_write_all_data',
    before: (as) => (as === 'superuser' ? '' : `GRANT pg_write_all_data TO ${role(as)}`),
    after: (as) => (as === 'superuser' ? '' : `REVOKE pg_write_all_data FROM ${role(as)}`),
    ways: () => [[`UPDATE ${controls} SET body = body`]],
    expected: { writer: 'refused 23001', owner: 'refused 23001; found: schema', superuser: 'refused 23001' },
  },
  {
    id: 'P26b',
    does: 'GRANT UPDATE to whoever appends',
    ways: () => [[`GRANT UPDATE ON ${controls} TO ${appender}`]],
    expected: { writer: 'no effect', owner: found('schema'), superuser: found('schema') },
  },
  {
    id: 'P27',
    does: 'a temporary table that the guard would read instead of ours',
    ways: async (site) => [
      [
        `CREATE TEMPORARY TABLE ${tableOf.runtime_control} (LIKE ${controls})`,
        await site.forge('runtime_control', { seq: 1, prevHash: '0'.repeat(64) }),
      ],
    ],
    expected: { writer: 'refused 42501', owner: 'refused 42501', superuser: 'refused 23514' },
  },
  {
    id: 'P28a',
    does: 'an event trigger',
    ways: () => [
      [
        `CREATE FUNCTION ledger.e() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'`,
        'CREATE EVENT TRIGGER e ON ddl_command_start EXECUTE FUNCTION ledger.e()',
      ],
    ],
    expected: { writer: 'refused 42501', owner: 'refused 42501; found: schema', superuser: found('schema') },
  },
  {
    id: 'P28b',
    does: 'GRANT to everybody, which no event trigger sees',
    ways: () => [[`GRANT ALL ON ${controls} TO PUBLIC`]],
    expected: { writer: 'no effect', owner: found('schema'), superuser: found('schema') },
  },
  {
    id: 'P29',
    does: 'SELECT … FOR UPDATE, LOCK TABLE',
    ways: () => [
      [`SELECT * FROM ${controls} FOR UPDATE`],
      ['BEGIN', `LOCK TABLE ${controls} IN ACCESS EXCLUSIVE MODE`],
    ],
    expected: { writer: 'refused 42501', owner: 'no effect', superuser: 'no effect' },
  },
  {
    id: 'P30',
    does: 'a fingerprint in capitals, or a URL after sha256:, rightly hashed',
    ways: async (site) => [
      [
        await site.forge('approval_review', {
          body: (text) => text.replace(/("app_fingerprint":")[^"]*/, '$1sha256:https://social.example/@alice'),
        }),
      ],
      [
        await site.forge('approval_review', {
          body: (text) => text.replace(/("app_fingerprint":")sha256:/, '$1SHA256:'),
        }),
      ],
    ],
    expected: refusedToAll('23514 app_fingerprint_is_well_formed'),
  },
]
