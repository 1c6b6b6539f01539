import { join } from 'node:path'
import { type Draft, openFence, prepareAsHost, type Rendition } from '../../harness/host/index.ts'
import { startWatchdog, workFolder } from '../../harness/target/index.ts'
import type { Wire } from '../../harness/wire/index.ts'

/** Everything of §3.5 up to the stored rendition; nothing is published. `why` is in our own words. */
export async function prepareRendition(
  wire: Pick<Wire, 'send'>,
  workspaceId: string,
  draft: Draft,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly rendition: Rendition } | { readonly ok: false; readonly why: string }> {
  // Whatever ends this process, what it stored meanwhile does not stay.
  using watchdog = startWatchdog()
  await using folder = await workFolder(watchdog)
  using fence = openFence(join(folder.path, 'fence.db'))
  const prepared = await prepareAsHost({ wire, fence, workspaceId, draft, signal, required: true })
  if (!prepared.ok) return prepared
  const rendition = fence.find(prepared.stored.operationId)?.rendition
  if (rendition === undefined) throw new TypeError('what was prepared stands in the fence')
  return { ok: true, rendition }
}
