import { join } from 'node:path'
import { draftOf } from '../checks/draft.ts'
import { makeOperation, type Operation as Requested } from '../checks/operation.ts'
import { ask } from '../checks/poll.ts'
import type { ProfileInput } from '../checks/profile-input.ts'
import type { SecretBook } from '../checks/secret-book.ts'
import {
  type HostPatience,
  type LifecycleObservations,
  openFence,
  type Operation,
  prepareAsHost,
  publishAsHost,
  type PublishedStored,
  type StoredRendition,
} from '../host/index.ts'
import type { Wire } from '../wire/wire.ts'

/** What a conforming caller saw of one exact subject (R27, R28), and what a record refers to. */
export interface ObservedSubject {
  readonly profile: string
  readonly observed: LifecycleObservations
  /** Where the operation came to stand, and whose it was; absent when nothing was published. */
  readonly published?: {
    readonly operationId: string
    readonly operation: Operation
    readonly workspaceId: string
    readonly accountId: string
  }
  /** Why it was not carried to an end, in our own words. */
  readonly why?: string
}

/** How the lifecycle of several subjects is observed; nothing is disturbed meanwhile. */
export interface LifecycleMeans {
  readonly wire: Pick<Wire, 'send'>
  readonly workspaceId: string
  readonly builtinProviders: readonly string[]
  /** Learns the post texts. */
  readonly secrets: SecretBook
  /** Private to us: renditions are stored in it. */
  readonly folder: string
  readonly signal: AbortSignal
  /** Told of every operation before anything of it is sent. */
  announce(operationId: string, marker: string): void
  /** Items at the destination; undefined when nobody can count them exactly. */
  items(operationId: string, marker: string): Promise<number | undefined>
  /** Publishes what was stored, after a restart of the connector or in a process of its own (R27). In order. */
  publishStored(stored: readonly InFence[]): Promise<readonly PublishedStored[]>
}

/** A rendition in the file of its fence, which nobody holds. */
export interface InFence {
  readonly file: string
  readonly stored: StoredRendition
}

/** Nobody waits longer for one operation: a connector that may ask for an hour is asked once a minute. */
export const lifecyclePatience: Partial<HostPatience> = { totalMs: 120_000 }

/** A destination may list an item a little after it has taken it. */
const listedWithinMs = 5_000

/** Each profile immediate, then each one scheduled; the items are counted at the end, when a second one had its time. */
export async function observeLifecycle(
  profiles: readonly ProfileInput[],
  means: LifecycleMeans,
): Promise<readonly ObservedSubject[]> {
  const immediate: Seen[] = []
  for (const profile of profiles) immediate.push(await observeImmediate(profile, means))
  const scheduled = await observeScheduled(profiles, means)
  const all: ObservedSubject[] = []
  for (const [index, one] of immediate.entries()) {
    for (const seen of [one, scheduled[index]]) if (seen) all.push(await counted(seen, means))
  }
  return all
}

interface Seen {
  readonly requested: Requested
  readonly profile: string
  readonly observed: Omit<LifecycleObservations, 'items'>
  readonly published?: NonNullable<ObservedSubject['published']>
  readonly why?: string
}

const unbound = { connectionRef: '', capabilityRevision: '' }

function request(input: ProfileInput, { secrets, announce }: LifecycleMeans): Requested {
  const requested = makeOperation(input, unbound, secrets)
  announce(requested.id, requested.marker)
  return requested
}

const hostOptions = ({ wire, workspaceId, builtinProviders, signal }: LifecycleMeans) =>
  ({ wire, workspaceId, builtinProviders, signal, required: true, patience: lifecyclePatience }) as const

async function observeImmediate(input: ProfileInput, means: LifecycleMeans): Promise<Seen> {
  const requested = request(input, means)
  using fence = openFence(join(means.folder, `${requested.id}.db`))
  const { reached, observed } = await publishAsHost({ ...hostOptions(means), fence, draft: draftOf(requested) })
  const common = { requested, profile: input.profile.id, observed }
  if (reached.step !== 'publish') return { ...common, why: reached.why }
  const { rendition, ending } = reached
  const why = ending.why === 'settled' ? {} : { why: ending.why === 'held back' ? ending.objection : ending.why }
  const { workspaceId, accountId } = rendition
  return {
    ...common,
    published: { operationId: requested.id, operation: ending.operation, workspaceId, accountId },
    ...why,
  }
}

async function observeScheduled(profiles: readonly ProfileInput[], means: LifecycleMeans): Promise<readonly Seen[]> {
  const prepared: { readonly seen: Seen; readonly inFence?: InFence }[] = []
  for (const input of profiles) prepared.push(await prepare(input, means))
  const waiting = prepared.flatMap(({ inFence }) => (inFence ? [inFence] : []))
  const published = waiting.length === 0 ? [] : await means.publishStored(waiting)
  return prepared.map(({ seen, inFence }) => {
    const outcome = inFence && published[waiting.indexOf(inFence)]
    return inFence && outcome ? afterPublish(seen, inFence.stored, outcome) : seen
  })
}

async function prepare(
  input: ProfileInput,
  means: LifecycleMeans,
): Promise<{ readonly seen: Seen; readonly inFence?: InFence }> {
  const requested = request(input, means)
  const file = join(means.folder, `${requested.id}.db`)
  using fence = openFence(file)
  const outcome = await prepareAsHost({ ...hostOptions(means), fence, draft: draftOf(requested) })
  const observed = { subject: 'scheduled', authorization: undefined, operation: undefined } as const
  const seen = (connected: boolean | undefined): Seen => ({
    requested,
    profile: input.profile.id,
    observed: { ...observed, connected },
  })
  if (!outcome.ok) return { seen: { ...seen(outcome.connected), why: outcome.why } }
  return { seen: seen(true), inFence: { file, stored: outcome.stored } }
}

function afterPublish(seen: Seen, { operationId, bound }: StoredRendition, outcome: PublishedStored): Seen {
  const { operation, authorization, why } = outcome
  const { workspaceId, accountId } = bound
  return {
    ...seen,
    observed: { ...seen.observed, operation: operation?.is, authorization },
    ...(operation === undefined ? {} : { published: { operationId, operation, workspaceId, accountId } }),
    ...(why === undefined ? {} : { why }),
  }
}

async function counted({ requested, ...seen }: Seen, means: LifecycleMeans): Promise<ObservedSubject> {
  if (seen.observed.operation !== 'published') return { ...seen, observed: { ...seen.observed, items: undefined } }
  const count = (): Promise<number | undefined> => means.items(requested.id, requested.marker)
  const listed = await ask(
    async () => {
      const items = await count()
      return items === undefined || items > 0 ? { items } : undefined
    },
    { withinMs: listedWithinMs, signal: means.signal },
  )
  return { ...seen, observed: { ...seen.observed, items: listed ? listed.items : 0 } }
}
