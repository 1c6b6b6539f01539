import { type Bound, whyNotReady } from './installation.ts'
import type { LifecycleObservations } from './lifecycle.ts'
import { type Host, type HostOptions, openHost } from './open-host.ts'
import type { Operation } from './operation.ts'
import type { Draft } from './rendition.ts'

/** A rendition that stands in a fence, and what another process needs to publish it. Plain JSON without a secret. */
export interface StoredRendition {
  readonly operationId: string
  readonly bound: Bound
}

/** The first half of a scheduled publish, or how far it got; `why` is in our own words. */
export type PreparedAsHost =
  | { readonly ok: true; readonly stored: StoredRendition }
  | { readonly ok: false; readonly why: string; readonly connected: boolean | undefined }

/** The second half of a scheduled publish. Plain JSON: it may come from another process. */
export interface PublishedStored {
  readonly authorization: LifecycleObservations['authorization']
  /** Undefined when the connector did not come up as a host wants it. */
  readonly operation: Operation | undefined
  /** Why it was not carried to an end. */
  readonly why: string | undefined
}

/** Everything of §3.5 up to the stored rendition; nothing is published (R27). */
export async function prepareAsHost(options: HostOptions & { readonly draft: Draft }): Promise<PreparedAsHost> {
  const { draft, ...rest } = options
  const host = await openHost(rest)
  if (host.installation.is !== 'ready') return { ok: false, why: whyNotReady(host.installation), connected: undefined }
  const bound = await host.connect()
  if (!bound.ok) return { ok: false, why: bound.why, connected: bound.answered ? false : undefined }
  const rendition = await host.prepare(draft)
  if (!rendition.ok) return { ok: false, why: rendition.why, connected: true }
  return { ok: true, stored: { operationId: rendition.value.request.operation_id, bound: bound.value } }
}

/** Publishes what an earlier host prepared in this fence, under the account binding of that time. */
export async function publishStored(
  options: Omit<HostOptions, 'bound' | 'workspaceId'> & { readonly stored: StoredRendition },
): Promise<PublishedStored> {
  const { stored, ...rest } = options
  const { bound, operationId } = stored
  const host = await openHost({ ...rest, bound, workspaceId: bound.workspaceId })
  if (host.installation.is !== 'ready') return notPublished(whyNotReady(host.installation))
  return carriedOut(host, operationId)
}

async function carriedOut(host: Host, operationId: string): Promise<PublishedStored> {
  const ending = await host.publish(operationId)
  return {
    operation: ending.operation,
    authorization: await host.authorization(),
    why: ending.why === 'settled' ? undefined : ending.why === 'held back' ? ending.objection : ending.why,
  }
}

const notPublished = (why: string): PublishedStored => ({ authorization: undefined, operation: undefined, why })
