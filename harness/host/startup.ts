import {
  checkConnection,
  checkManifest,
  type Complaint,
  type Connection,
  type Manifest,
  readConnection,
  readHealth,
  readManifest,
  readResolution,
  type Resolution,
} from '../protocol/index.ts'
import type { Exchange } from '../wire/exchange.ts'

/** What an answer other than that to a publish or a lookup gave the host, or why it gave nothing. */
export type Given<Value> = { readonly ok: true; readonly value: Value } | NotGiven

export interface NotGiven {
  readonly ok: false
  /** In the harness's own words. */
  readonly why: string
  /** False when the connector was not asked, or gave no complete answer. */
  readonly answered: boolean
}

/** Reads and validates a manifest (§3.5.1). */
export function manifestOf(exchange: Exchange, builtinProviders: readonly string[]): Given<Manifest> {
  const document = documentOf(exchange)
  if (!document.ok) return document
  const flaw = firstMust(checkManifest(document.value, { builtinProviders }))
  const manifest = readManifest(document.value)
  return manifest && flaw === undefined ? given(manifest) : refused(`a manifest that breaks a rule${at(flaw)}`)
}

/** Anything but `ready` is a failed health check. */
export function healthOf(exchange: Exchange): Given<'ready'> {
  const document = documentOf(exchange)
  if (!document.ok) return document
  return readHealth(document.value) ? given('ready') : refused('health that is not ready')
}

export function connectionOf(exchange: Exchange): Given<Connection> {
  const document = documentOf(exchange)
  if (!document.ok) return document
  const flaw = firstMust(checkConnection(document.value))
  const connection = readConnection(document.value)
  return connection && flaw === undefined ? given(connection) : refused(`a connection that breaks a rule${at(flaw)}`)
}

export function resolutionOf(exchange: Exchange): Given<Resolution> {
  const document = documentOf(exchange)
  if (!document.ok) return document
  const resolution = readResolution(document.value)
  return resolution ? given(resolution) : refused('a capability resolution that cannot be read')
}

/** The document of a 2xx answer. Reasons are in our own words, never text of the connector. */
function documentOf(exchange: Exchange): Given<unknown> {
  if (exchange.kind === 'silence') return notGiven(`no complete answer: ${exchange.why}`)
  const { status, document } = exchange
  if (status < 200 || status >= 300) return refused(`status ${status}`)
  return document.ok ? given(document.value) : refused('a body that is not one JSON document')
}

const given = <Value>(value: Value): Given<Value> => ({ ok: true, value })
const refused = (why: string): NotGiven => ({ ok: false, why, answered: true })

/** The connector said nothing about it. */
export const notGiven = (why: string): NotGiven => ({ ok: false, why, answered: false })

const firstMust = (complaints: readonly Complaint[]): Complaint | undefined =>
  complaints.find(({ level }) => level === 'must')

const at = (flaw: Complaint | undefined): string => (flaw === undefined ? '' : ` at ${flaw.pointer || '/'}`)
