import pg from 'pg'
import { type LedgerName, recordHash, type SignedBody } from '../../record/index.ts'
import { appendNextCheckpoint } from '../checkpoint.ts'
import type { Cluster } from '../postgres-cluster.test.support.ts'
import { bodyOf, type Samples, samples } from '../sample-bodies.test.support.ts'
import { type Batch, LedgerError, type LedgerStore } from '../store.ts'
import { tableOf } from '../tables.ts'
import { verifyLedgers } from '../verify/verify-ledgers.ts'
import { appender, freshLedgers, type PostgresLedgers } from './fresh-ledgers.test.support.ts'
import { owner } from './roles.ts'

/** Who attacks: somebody who may append, the role that owns the tables, the superuser. */
export const attackers = ['writer', 'owner', 'superuser'] as const
export type Attacker = (typeof attackers)[number]

/** Ledgers with two runs, a review and two controls, and a checkpoint over them that is held outside. */
export interface Site extends AsyncDisposable {
  readonly ledgers: PostgresLedgers
  readonly store: LedgerStore
  /** A record in the chain that no key of ours has signed. */
  forge(ledger: LedgerName, change?: ForgedChange): Promise<string>
  /** The statements that add a whole run, rightly linked, that cites a review nobody made. */
  forgeRun(): Promise<readonly string[]>
  /** SQLSTATE, and the constraint if any, of the statement that failed, the others after it not tried; undefined when none did. */
  attack(as: Attacker, statements: readonly (string | CopyIn)[]): Promise<string | undefined>
  /** Kinds of what `verify` finds, the first first; empty when it finds nothing. */
  findings(): Promise<readonly string[]>
  /** What becomes of an append afterwards: `ok`, or the code of the error. */
  appending(): Promise<string>
}

/** COPY … FROM STDIN and the text that goes in. */
export interface CopyIn {
  readonly copy: string
  readonly text: string
}

export interface ForgedChange {
  readonly body?: (text: string) => string
  readonly seq?: number
  readonly prevHash?: string
  readonly recordHash?: string
}

export async function openSite(cluster: Cluster): Promise<Site> {
  const filled = templates.get(cluster) ?? fill(cluster)
  templates.set(cluster, filled)
  const { database, sample, held } = await filled
  const ledgers = await freshLedgers(cluster, database)
  const store = await ledgers.open()
  return {
    ledgers,
    store,
    async forge(ledger, change = {}) {
      const head = (await store.heads()).find((each) => each.ledger === ledger)
      const { seq = (head?.size ?? 0) + 1, prevHash = head?.hash ?? '', body: edit = (text: string) => text } = change
      const signed = strangers[ledger]()
      const body = edit(signed.body)
      const hash = change.recordHash ?? recordHash(ledger, seq, prevHash, body)
      return insertion(ledger, [`${seq}`, prevHash, hash, body, signed.signatures])
    },
    async forgeRun() {
      const batch = stranger.run({ kind: 'live' })
      const heads = new Map((await store.heads()).map(({ ledger, size, hash }) => [ledger, { size, hash }]))
      return batch.map(({ body, signatures }) => {
        const { ledger } = bodyOf({ body, signatures })
        const { size = 0, hash: prevHash = '' } = heads.get(ledger) ?? {}
        const hash = recordHash(ledger, size + 1, prevHash, body)
        heads.set(ledger, { size: size + 1, hash })
        return insertion(ledger, [`${size + 1}`, prevHash, hash, body, signatures])
      })
    },
    attack: (as, statements) => attack(cluster, ledgers.database, as, statements),
    async findings() {
      const { problems } = await verifyLedgers(store, { trusted: sample.trusted, held })
      return [...new Set(problems.map(({ kind }) => kind))]
    },
    async appending() {
      try {
        await store.append([[sample.control()]])
        return 'ok'
      } catch (thrown) {
        if (thrown instanceof LedgerError) return thrown.code
        throw thrown
      }
    },
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      await ledgers[Symbol.asyncDispose]()
    },
  }
}

interface Filled {
  readonly database: string
  readonly sample: Samples
  readonly held: string
}

const templates = new WeakMap<Cluster, Promise<Filled>>()

async function fill(cluster: Cluster): Promise<Filled> {
  const { database, open } = await freshLedgers(cluster)
  const sample = samples(1)
  await using store = await open()
  await store.append([
    [sample.review()],
    sample.run(),
    sample.run({ result: 'failed' }),
    [sample.control()],
    [sample.control({ state: 'disabled' })],
  ])
  const found = await verifyLedgers(store, { trusted: sample.trusted })
  const { envelope } = await appendNextCheckpoint(store, found, sample.keys.ledger, Date.UTC(2026, 1, 1))
  return { database, sample, held: envelope }
}

const insertion = (ledger: LedgerName, values: readonly string[]): string =>
  `INSERT INTO ledger.${tableOf[ledger]} (seq, prev_hash, record_hash, body, signatures)
  VALUES (${values.map((value) => `'${value}'`).join(', ')})`

const stranger = samples(2)
const strangers: Readonly<Record<LedgerName, () => SignedBody>> = {
  approval_review: () => stranger.review(),
  certification_run: () => first(stranger.run()),
  certification_check: () => first(stranger.run().slice(1)),
  runtime_control: () => stranger.control(),
}

const first = ([signed]: Batch): SignedBody => {
  if (!signed) throw new Error('a batch has a record')
  return signed
}

async function attack(
  cluster: Cluster,
  database: string,
  as: Attacker,
  statements: readonly (string | CopyIn)[],
): Promise<string | undefined> {
  const client = new pg.Client({
    connectionString: as === 'writer' ? cluster.url(database, appender) : cluster.url(database),
  })
  await client.connect()
  try {
    // Nobody can log in as the owner; the superuser can pass itself off as one.
    if (as === 'owner') await client.query(`SET SESSION AUTHORIZATION ${owner}`)
    for (const statement of statements)
      await (typeof statement === 'string' ? client.query(statement) : copyIn(client, statement))
    return undefined
  } catch (thrown) {
    if (thrown instanceof pg.DatabaseError) return [thrown.code, thrown.constraint].filter(Boolean).join(' ')
    throw thrown
  } finally {
    await client.end()
  }
}

/** pg itself refuses to feed a COPY; its connection can. */
async function copyIn(client: pg.Client, { copy, text }: CopyIn): Promise<void> {
  interface Feeding {
    sendCopyFromChunk(chunk: Buffer): void
    endCopyFrom(): void
  }
  await new Promise<void>((resolve, reject) => {
    const query = new pg.Query(copy)
    Object.assign(query, {
      handleCopyInResponse(connection: Feeding) {
        connection.sendCopyFromChunk(Buffer.from(text))
        connection.endCopyFrom()
      },
    })
    query.on('end', () => resolve())
    query.on('error', reject)
    client.query(query)
  })
}
