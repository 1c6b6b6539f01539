import { join } from 'node:path'
import { workFolder } from '../target/index.ts'
import { whyNotReady } from './installation.ts'
import type { HostCall } from './calls.ts'
import type { Ending } from './carry-out.ts'
import { openFence } from './fence.ts'
import { type Host, type HostOptions, openHost } from './open-host.ts'
import type { LifecycleObservations } from './lifecycle.ts'
import type { Draft, Rendition } from './rendition.ts'

/** What a host did with one draft. */
export interface PublishedAsHost {
  /** Every publish and lookup that it sent, in order; see `blindRepeat`. */
  readonly calls: readonly HostCall[]
  readonly reached: Reached
  /** Without `items`, which only a witness can give. */
  readonly observed: Omit<LifecycleObservations, 'items'>
}

/** How far the flow of §3.5 went. `why` is in our own words. */
export type Reached =
  | { readonly step: 'start' | 'connect' | 'resolve'; readonly why: string }
  | { readonly step: 'publish'; readonly rendition: Rendition; readonly ending: Ending }

/**
 * The whole flow of §3.5 for one immediate draft: manifest, health, connect, resolve, store, fence, publish, poll; then,
 * for the record, whether the account is still offered. The fence is one of its own unless one is given.
 */
export async function publishAsHost(
  options: Omit<HostOptions, 'fence'> & Partial<Pick<HostOptions, 'fence'>> & { readonly draft: Draft },
): Promise<PublishedAsHost> {
  const { draft, fence, ...rest } = options
  if (fence) return run(await openHost({ ...rest, fence }), draft)
  await using folder = await workFolder()
  using own = openFence(join(folder.path, 'fence.db'))
  return await run(await openHost({ ...rest, fence: own }), draft)
}

async function run(host: Host, draft: Draft): Promise<PublishedAsHost> {
  const nothing = { subject: 'immediate', authorization: undefined, operation: undefined } as const
  const short = (
    step: 'start' | 'connect' | 'resolve',
    why: string,
    connected: boolean | undefined,
  ): PublishedAsHost => ({
    calls: host.calls,
    reached: { step, why },
    observed: { ...nothing, connected },
  })
  if (host.installation.is !== 'ready') return short('start', whyNotReady(host.installation), undefined)
  const bound = await host.connect()
  if (!bound.ok) return short('connect', bound.why, bound.answered ? false : undefined)
  const rendition = await host.prepare(draft)
  if (!rendition.ok) return short('resolve', rendition.why, true)
  const ending = await host.publish(rendition.value.request.operation_id)
  return {
    calls: host.calls,
    reached: { step: 'publish', rendition: rendition.value, ending },
    observed: {
      subject: 'immediate',
      connected: true,
      operation: ending.operation.is,
      authorization: await host.authorization(),
    },
  }
}
