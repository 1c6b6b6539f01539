import { resolve } from 'node:path'
import { LedgerError, type LedgerStore } from './store.ts'

/** A file, `sqlite:FILE` or `postgres://…`. */
export type StoreUrl = string

export interface OpenOptions {
  /** Nothing will be appended: less permission is needed, and nothing can be. */
  readonly readonly?: boolean
}

/**
 * Opens ledgers that are there.
 * @throws LedgerError `unknown-url`, `absent`, `unreachable` and `wrong-schema`
 */
export async function openStore(url: StoreUrl, options: OpenOptions = {}): Promise<LedgerStore> {
  const place = readStoreUrl(url)
  if (place.kind === 'sqlite') return (await import('./sqlite/open-sqlite.ts')).openSqlite(place.path, options)
  return (await import('./postgres/open-postgres.ts')).openPostgres(url, options)
}

/**
 * Makes empty ledgers; leaves those of this version that are there as they are.
 * @throws LedgerError as `openStore`, and `tampered-schema`
 */
export async function initStore(url: StoreUrl): Promise<void> {
  const place = readStoreUrl(url)
  if (place.kind === 'sqlite') return (await import('./sqlite/open-sqlite.ts')).initSqlite(place.path)
  return (await import('./postgres/open-postgres.ts')).initPostgres(url)
}

/** The place without a password, for people. @throws LedgerError `unknown-url` */
export async function shownPlace(url: StoreUrl): Promise<string> {
  return readStoreUrl(url).kind === 'sqlite' ? url : (await import('./postgres/place.ts')).readPlace(url).shown
}

export type StorePlace = { readonly kind: 'sqlite'; readonly path: string } | { readonly kind: 'postgres' }

/** @throws LedgerError `unknown-url` */
export function readStoreUrl(url: StoreUrl): StorePlace {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]+):(.*)$/is.exec(url) ?? []
  // Absolute, because SQLite gives some relative names a meaning of their own.
  if (scheme === undefined && url !== '') return { kind: 'sqlite', path: resolve(url) }
  if (scheme?.toLowerCase() === 'sqlite' && rest !== '') return { kind: 'sqlite', path: resolve(rest) }
  if (scheme?.toLowerCase() === 'postgres' || scheme?.toLowerCase() === 'postgresql') return { kind: 'postgres' }
  const got = scheme === undefined ? '' : `, not ${scheme}:…`
  throw new LedgerError('unknown-url', `a ledger is a file, sqlite:FILE or postgres://HOST/DATABASE${got}`)
}
