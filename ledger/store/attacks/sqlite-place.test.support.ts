import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { genesisHash, type LedgerName, ledgerNames, recordHash, type SignedBody } from '../../record/index.ts'
import { appendNextCheckpoint } from '../checkpoint.ts'
import { initStore, openStore } from '../open-store.ts'
import { type Samples, samples, timeAt } from '../sample-bodies.test.support.ts'
import { underOf } from '../store-conformance.test.support.ts'
import { checkpointTable, tableOf } from '../tables.ts'
import { verifyLedgers } from '../verify/verify-ledgers.ts'
import type { Verification } from '../verify/verification.ts'
import { type AttackRow, detection, type Outcome } from './attack.test.support.ts'

/** A ledger to attack: a copy of its own for each attempt, with a checkpoint held outside. */
export interface Place {
  readonly path: string
  readonly folder: string
  readonly sample: Samples
  readonly held: string
  /** A connection as any program with the file would open it; closed afterwards. */
  connect(): Database.Database
  verify(held?: string): Promise<Verification>
  /** A path in a folder of this attempt. */
  beside(name: string): string
}

export interface SqliteAttack {
  readonly id: string
  readonly what: string
  readonly who: string
  readonly expected: Outcome
  /** Throws what the database says; gives an outcome only where rows and schema do not tell it. */
  attempt(place: Place): void | Outcome | Promise<void | Outcome>
}

/** Tries everything, and gives what was seen. */
export async function tryAll(attacks: readonly SqliteAttack[]): Promise<readonly AttackRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'attacks-'))
  try {
    const model = await modelLedger(join(folder, 'model.sqlite'))
    const rows: AttackRow[] = []
    for (const [index, attack] of attacks.entries()) {
      const { id, what, who } = attack
      rows.push({ id, what, who, outcome: await outcomeOf(attack, model, join(folder, `${index}`)) })
    }
    return rows
  } finally {
    await rm(folder, { recursive: true })
  }
}

interface Model {
  readonly path: string
  readonly sample: Samples
  readonly held: string
}

/** One review, a live pass and two local runs of which the last failed, controls, and a checkpoint over all of it. */
async function modelLedger(path: string): Promise<Model> {
  const sample = samples(40)
  await initStore(path)
  await using store = await openStore(path)
  const under = await underOf(store, sample.review({ expires_at: timeAt(1_000_000) }))
  await store.append([
    sample.run({ kind: 'live', under }),
    sample.run(),
    sample.run({ result: 'failed' }),
    [sample.control({ state: 'disabled' })],
    [sample.control({ state: 'disabled', reason_code: 'routine' })],
  ])
  const verification = await verifyLedgers(store, { trusted: sample.trusted })
  const { envelope } = await appendNextCheckpoint(store, verification, sample.keys.ledger, Date.parse(timeAt(9000)))
  return { path, sample, held: envelope }
}

async function outcomeOf(attack: SqliteAttack, model: Model, folder: string): Promise<Outcome> {
  const path = `${folder}.sqlite`
  await copyFile(model.path, path)
  const connections: Database.Database[] = []
  const place: Place = {
    ...model,
    path,
    folder,
    connect() {
      const database = new Database(path)
      connections.push(database)
      return database
    },
    async verify(held = model.held) {
      await using store = await openStore(path)
      return await verifyLedgers(store, { trusted: model.sample.trusted, ...(held === '' ? {} : { held }) })
    },
    beside: (name) => `${folder}-${name}`,
  }
  const before = dump(path)
  let refusal: string | undefined
  try {
    const told = await attack.attempt(place)
    if (told) return told
  } catch (thrown) {
    refusal = thrown instanceof Error ? thrown.message : String(thrown)
  } finally {
    for (const database of connections) database.close()
  }
  if (dump(path) !== before) return detection(await place.verify())
  return refusal === undefined ? { is: 'without effect', by: 'nothing changed' } : { is: 'rejected', by: refusal }
}

/** Everything that is kept, as text. */
function dump(path: string): string {
  const database = new Database(path, { readonly: true })
  try {
    const objects = database.prepare('SELECT type, name, sql FROM main.sqlite_schema ORDER BY name').all()
    const names = [...Object.values(tableOf), checkpointTable]
    return JSON.stringify([objects, ...names.map((name) => rowsOf(database, name))])
  } finally {
    database.close()
  }
}

function rowsOf(database: Database.Database, table: string): readonly unknown[] {
  try {
    return database.prepare(`SELECT * FROM main.${table} ORDER BY rowid`).all()
  } catch (thrown) {
    return [String(thrown)]
  }
}

/** Tries each statement: throws what was said when all of them were refused. */
export function allOf(database: Database.Database, ...statements: readonly string[]): void {
  const said = new Set<string>()
  for (const statement of statements) {
    try {
      database.exec(statement)
      return
    } catch (thrown) {
      said.add(thrown instanceof Error ? thrown.message : String(thrown))
    }
  }
  throw new Error([...said].join('; '))
}

export interface Forgery {
  readonly signed: SignedBody
  readonly seq?: number | null
  readonly prevHash?: string
  readonly recordHash?: string
  /** `INSERT OR REPLACE`, for instance. */
  readonly verb?: string
  readonly ending?: string
  readonly ledger?: LedgerName
}

/** Inserts a row with the right number, link and hash, unless told otherwise: the algorithm is public. */
export function forge(database: Database.Database, { signed, verb = 'INSERT', ending = '', ...wrong }: Forgery): void {
  const ledger = wrong.ledger ?? ledgerOf(signed)
  const { seq, hash } = headOf(database, ledger)
  const number = wrong.seq === undefined ? seq + 1 : wrong.seq
  const prev = wrong.prevHash ?? hash
  const own = wrong.recordHash ?? recordHash(ledger, number ?? seq + 1, prev, signed.body)
  database
    .prepare(
      `${verb} INTO ${tableOf[ledger]} (seq, prev_hash, record_hash, body, signatures) VALUES (?, ?, ?, ?, ?) ${ending}`,
    )
    .run(number, prev, own, signed.body, signed.signatures)
}

export const ledgerOf = (signed: SignedBody): LedgerName =>
  ledgerNames.find((name) => signed.body.includes(`"ledger":"${name}"`)) ?? 'runtime_control'

export const headOf = (database: Database.Database, ledger: LedgerName): { seq: number; hash: string } =>
  database
    .prepare<[], { seq: number; hash: string }>(
      `SELECT seq, record_hash AS hash FROM main.${tableOf[ledger]} ORDER BY seq DESC LIMIT 1`,
    )
    .get() ?? { seq: 0, hash: genesisHash }

/** The same body with one text in the place of another; its signatures do not fit any more. */
export const altered = (signed: SignedBody, from: string, to: string): SignedBody => ({
  ...signed,
  body: signed.body.replace(from, to),
})

/** Runs the work while the triggers of a table are away, and puts the very same ones back. */
export function withoutTriggers(database: Database.Database, table: string, work: () => void): void {
  const triggers = database
    .prepare<[string], { name: string; sql: string }>(
      `SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = ?`,
    )
    .all(table)
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`)
  work()
  for (const { sql } of triggers) database.exec(sql)
}

/** Gives every record of a ledger a new number, link and hash, from the first to the last. */
export function rechain(database: Database.Database, ledger: LedgerName): void {
  const table = tableOf[ledger]
  withoutTriggers(database, table, () => {
    const rows = database
      .prepare<[], { seq: number; body: string }>(`SELECT seq, body FROM main.${table} ORDER BY seq`)
      .all()
    let prev = genesisHash
    database.pragma('foreign_keys = OFF')
    // Out of the way first, or the new hashes meet the old ones.
    database.exec(`UPDATE ${table} SET seq = seq + 1000`)
    for (const [index, { seq, body }] of rows.entries()) {
      const hash = recordHash(ledger, index + 1, prev, body)
      database
        .prepare(`UPDATE ${table} SET seq = ?, prev_hash = ?, record_hash = ? WHERE seq = ?`)
        .run(index + 1, prev, hash, seq + 1000)
      prev = hash
    }
  })
}
