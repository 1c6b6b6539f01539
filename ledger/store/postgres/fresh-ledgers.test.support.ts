import type { Cluster } from '../postgres-cluster.test.support.ts'
import type { FreshLedgers } from '../store-conformance.test.support.ts'
import { initPostgres } from './init-postgres.ts'
import { openPostgres, type PostgresOptions } from './open-postgres.ts'
import { reader, writer } from './roles.ts'
import type { LedgerStore } from '../store.ts'

/** Empty ledgers in a database of their own. */
export interface PostgresLedgers extends FreshLedgers {
  readonly cluster: Cluster
  readonly database: string
  /** As somebody who may append and nothing else, unless another role is named. */
  open(options?: PostgresOptions, role?: string): Promise<LedgerStore>
}

/** Log in as these: what our two roles are granted to. */
export const appender = 'appender'
export const onlooker = 'onlooker'

/** A copy of the template where one is named. */
export async function freshLedgers(cluster: Cluster, template?: string): Promise<PostgresLedgers> {
  const database = await cluster.createDatabase(template ?? (await emptyLedgers(cluster)))
  // Rights on a database are not copied with it.
  await cluster.run(database, `REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC`)
  return {
    cluster,
    database,
    open: (options, role = appender) => openPostgres(cluster.url(database, role), options),
    [Symbol.asyncDispose]: async () => void (await cluster.run('postgres', `DROP DATABASE ${database} WITH (FORCE)`)),
  }
}

const empty = new WeakMap<Cluster, Promise<string>>()

function emptyLedgers(cluster: Cluster): Promise<string> {
  const template = empty.get(cluster) ?? makeEmpty(cluster)
  empty.set(cluster, template)
  return template
}

async function makeEmpty(cluster: Cluster): Promise<string> {
  const template = await cluster.createDatabase()
  await initPostgres(cluster.url(template))
  await cluster.run(
    template,
    `CREATE ROLE ${appender} LOGIN; GRANT ${writer} TO ${appender}; CREATE ROLE ${onlooker} LOGIN; GRANT ${reader} TO ${onlooker}`,
  )
  return template
}
