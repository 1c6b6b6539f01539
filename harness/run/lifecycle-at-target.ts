import { newWorkspaceId } from '../checks/identity.ts'
import type { SecretBook } from '../checks/secret-book.ts'
import { Inconclusive } from '../checks/verdict.ts'
import { openFence, publishStored, type PublishedStored } from '../host/index.ts'
import { limits, type Manifest, readManifest } from '../protocol/index.ts'
import { type Configuration, startWatchdog, type Witness, WitnessError, workFolder } from '../target/index.ts'
import type { Wire } from '../wire/wire.ts'
import { type InFence, lifecyclePatience, observeLifecycle, type ObservedSubject } from './observe-lifecycle.ts'
import { type OpenOptions, openTarget, type OpenTarget } from './open-target.ts'
import { chooseProfiles, whyUnreachable } from './prepare.ts'

/** The lifecycle of every output profile that was driven, and the manifest that it was observed under. */
export interface ObservedLifecycle {
  readonly subjects: readonly ObservedSubject[]
  readonly manifest: Manifest
  /** What `GET /v1/manifest` answered, as JSON. */
  readonly manifestDocument: unknown
  /** Everything that must not stand in what is written about it. */
  readonly secrets: SecretBook
  /** Profiles that the manifest offers beyond those that are driven (R7). */
  readonly left: readonly string[]
}

/**
 * For local evidence: on a target of its own, freshly started and never disturbed. Between preparing and publishing what is
 * scheduled, the connector is restarted (R27). Rejects with an `Inconclusive` when there is no manifest to go by.
 */
export async function observeFreshTarget(
  configuration: Configuration,
  options: OpenOptions,
  signal: AbortSignal,
): Promise<ObservedLifecycle> {
  await using target = await openTarget(configuration, options)
  const { process, wire, secrets, destination, markers } = target
  const killed = (): void => target.process?.killNow()
  // Nothing else would end a start that is being waited for.
  if (configuration.process?.kind === 'own') signal.addEventListener('abort', killed, { once: true })
  try {
    await process?.start()
    const { manifest, document } = await readOffer(wire, configuration.connector.url, signal)
    const { chosen, left } = chooseProfiles(configuration, manifest)
    using watchdog = startWatchdog()
    await using folder = await workFolder(watchdog)
    const subjects = await observeLifecycle(chosen, {
      wire,
      secrets,
      signal,
      folder: folder.path,
      workspaceId: configuration.connection.workspaceId ?? newWorkspaceId(),
      builtinProviders: configuration.builtinProviders,
      announce(operationId, marker) {
        markers.set(marker, operationId)
        for (const needle of [marker, operationId]) destination?.gate.watch(operationId, needle)
      },
      items: (_, marker) => exactItems(destination?.witness, marker, signal),
      publishStored: (stored) => afterRestart(target, stored, signal),
    })
    return { subjects, manifest, manifestDocument: document, secrets, left }
  } finally {
    signal.removeEventListener('abort', killed)
  }
}

async function afterRestart(
  { process, wire, configuration: { builtinProviders } }: OpenTarget,
  stored: readonly InFence[],
  signal: AbortSignal,
): Promise<readonly PublishedStored[]> {
  await process?.restart()
  const published: PublishedStored[] = []
  for (const { file, stored: rendition } of stored) {
    using fence = openFence(file)
    const options = { wire, fence, builtinProviders, signal, required: true, patience: lifecyclePatience }
    published.push(await publishStored({ ...options, stored: rendition }))
  }
  return published
}

/** What the connector offers before anybody is bound to it. */
export async function readOffer(
  wire: Pick<Wire, 'send'>,
  url: string,
  signal: AbortSignal,
): Promise<{ readonly manifest: Manifest; readonly document: unknown }> {
  const request = { method: 'GET', path: '/v1/manifest', deadlineMs: limits.healthWithinMs, signal } as const
  const exchange = await wire.send(request)
  const document = exchange.kind === 'answer' && exchange.document.ok ? exchange.document.value : undefined
  const manifest = readManifest(document)
  if (manifest && exchange.kind === 'answer' && exchange.status < 300) return { manifest, document }
  const why = exchange.kind === 'answer' ? `status ${exchange.status}` : exchange.why
  throw new Inconclusive(
    whyUnreachable(exchange, url) ??
      `the connector gave no manifest that can be used (${why}); touchstone run says why`,
  )
}

/**
 * Undefined when the witness cannot tell. The gate counts writes, which are items only as long as there is at most one:
 * two at a destination with a unique field may still be one item.
 */
export async function exactItems(
  witness: Witness | undefined,
  marker: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    const counted = await witness?.count(marker, signal)
    return counted && (witness?.exact || counted.count <= 1) ? counted.count : undefined
  } catch (thrown) {
    if (thrown instanceof WitnessError) return undefined
    throw thrown
  }
}
