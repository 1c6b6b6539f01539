import {
  type Bound,
  type Ending,
  type Host,
  type HostFence,
  type HostOptions,
  type HostPatience,
  openHost,
  type Rendition,
} from '../../harness/host/index.ts'
import { type Exchange, nextMoment, type Wire } from '../../harness/wire/index.ts'
import type { ProviderSource } from '../readiness/index.ts'
import { capabilityDigest } from '../record/index.ts'
import { type Admission, admission, type Gatekeeper, refusedFor } from './admission.ts'
import type { Taken } from './queue.ts'
import { operationIdIn, type QueuedPublish, type RefusalCode } from './queued-publish.ts'

export interface Carrier extends Gatekeeper {
  /** A wire to the connector of this provider; closed when the publish has been carried as far as it goes. */
  readonly connect: (provider: ProviderSource) => Promise<Pick<Wire, 'send' | 'close'>>
  readonly patience?: Partial<HostPatience>
  readonly signal: AbortSignal
}

/** How far a publish came. `waiting`: it is tried, or looked up, again later. */
export type Carried =
  | { readonly is: 'published' }
  | { readonly is: 'rejected' }
  | { readonly is: 'refused'; readonly codes: readonly RefusalCode[] }
  | { readonly is: 'waiting' }

type Barred = Exclude<Admission, { is: 'allowed' }>

/** A lookup that readiness forbade: the operation stays as it is. */
class Withheld extends Error {}

/**
 * Carries one publish as far as it goes. Readiness is asked before the connector is spoken to at all, and again inside the
 * write fence, immediately before each publish and lookup (§3.3). What may have been written is never published again and
 * never refused: it is looked up once readiness allows a call.
 */
export async function carry(taken: Taken, carrier: Carrier): Promise<Carried> {
  const { publish } = taken
  const first = await admission(publish, carrier)
  if (first.is !== 'allowed') return await turnedAway(taken, first, isUntouched(publish))
  const wire = await carrier.connect(first.provider)
  try {
    return await carryOver(taken, first.provider, wire, carrier)
  } finally {
    await wire.close()
  }
}

async function carryOver(
  taken: Taken,
  provider: ProviderSource,
  wire: Pick<Wire, 'send'>,
  carrier: Carrier,
): Promise<Carried> {
  const { publish } = taken
  const { rendition } = publish
  let barred: Barred | undefined
  const around: HostOptions['around'] = async (kind, operationId, send) => {
    const now = await admission(publish, carrier)
    barred = now.is === 'allowed' ? (kind === 'publish' ? otherCapability(host, provider, rendition) : undefined) : now
    if (barred === undefined) return await send()
    // To the host that is as if nobody had listened: it takes the operation out of the fence again.
    if (kind === 'publish') return nothingSent()
    throw new Withheld(`the lookup of ${operationId} is withheld`)
  }
  const host = await openHost({
    wire,
    fence: fenceOf(taken),
    required: false,
    workspaceId: rendition.workspaceId,
    bound: boundOf(rendition),
    patience: { totalMs: 10_000, ...carrier.patience },
    signal: carrier.signal,
    around,
  })
  // Another connector may well say that it does not know our operation.
  if ((host.manifest?.provider.id ?? provider.id) !== provider.id) {
    return await turnedAway(taken, refusedFor('needs_configuration', 'configuration_mismatch'), isUntouched(publish))
  }
  try {
    const ending = await host.publish(operationIdIn(publish))
    return await ended(taken, ending, barred ?? whyNever(ending, host))
  } catch (error) {
    if (error instanceof Withheld) return { is: 'waiting' }
    throw error
  }
}

/** The operation as the database has it; what the host prepares itself has no place here. */
function fenceOf(taken: Taken): HostFence {
  const { rendition, progress } = taken.publish
  return {
    prepare: () => {
      throw new TypeError('what is queued was prepared before')
    },
    find: () => (progress.is === 'refused' ? undefined : { rendition, operation: progress }),
    record: (_operationId, note) => taken.record(note),
  }
}

/** The account binding of the time when the rendition was prepared. */
const boundOf = ({ workspaceId, accountId, request }: Rendition): Bound => ({
  workspaceId,
  accountId,
  connectionRef: request.connection_ref,
  capabilityRevision: request.capability_revision,
})

const isUntouched = ({ progress }: QueuedPublish): boolean => progress.is === 'prepared'

/** What the connector offers must be what readiness decided about: the sources may know an older manifest. */
function otherCapability({ manifest }: Host, { profiles }: ProviderSource, { request }: Rendition): Barred | undefined {
  const offered = manifest?.publishing.output_profiles.find(({ id }) => id === request.output_profile)
  const decided = profiles.find(({ id }) => id === request.output_profile)
  if (manifest && offered && capabilityDigest(manifest, offered) === decided?.capability_digest) return undefined
  return refusedFor('degraded', 'capability_changed')
}

/** What will be no better the next time. */
function whyNever({ why }: Ending, { installation }: Host): Barred | undefined {
  // The rendition is of another revision (§9).
  if (why === 'held back' && installation.is === 'reconnect required') {
    return refusedFor('reconnect_required', 'reconnect_required')
  }
  return why === 'nothing written' ? refusedFor('degraded', 'nothing_written') : undefined
}

async function ended(taken: Taken, { operation }: Ending, barred: Barred | undefined): Promise<Carried> {
  if (operation.is === 'published' || operation.is === 'rejected') return { is: operation.is }
  return barred ? await turnedAway(taken, barred, operation.is === 'prepared') : { is: 'waiting' }
}

/** Refuses only what cannot have been written. */
async function turnedAway(taken: Taken, barred: Barred, untouched: boolean): Promise<Carried> {
  if (barred.is === 'later' || !untouched) return { is: 'waiting' }
  await taken.refuse(barred.refusal)
  return { is: 'refused', codes: barred.refusal.codes }
}

function nothingSent(): Exchange {
  const moment = nextMoment()
  return {
    kind: 'silence',
    why: 'refused',
    detail: 'readiness forbade the call',
    asked: { method: 'POST', path: '/v1/publishes' },
    moments: { began: moment, ended: moment },
    millis: 0,
  }
}
