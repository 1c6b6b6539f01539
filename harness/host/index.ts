/** A conforming caller of a connector (§3.5): a state machine with a durable write fence. */
export { blindRepeat, type HostCall } from './calls.ts'
export type { Ending } from './carry-out.ts'
export type { Clock } from './clock.ts'
export { type Fence, type Fenced, FenceError, openFence } from './fence.ts'
export type { Bound, Installation } from './installation.ts'
export { lifecycle, type Lifecycle, type LifecycleObservations, type LifecycleResult } from './lifecycle.ts'
export {
  type Authorization,
  type Host,
  type HostFence,
  type HostOptions,
  type HostPatience,
  openHost,
} from './open-host.ts'
export type { Note, Operation, StopReason } from './operation.ts'
export { operationIdOf } from './operation-id.ts'
export { publishAsHost, type PublishedAsHost, type Reached } from './publish-as-host.ts'
export { type Draft, readRendition, type Rendition, RenditionError, writeRendition } from './rendition.ts'
export { type Change, changeFor, restored, type Standing } from './standing.ts'
export type { Given } from './startup.ts'
export {
  prepareAsHost,
  type PreparedAsHost,
  type PublishedStored,
  publishStored,
  type StoredRendition,
} from './stored.ts'
export type { LookupWord, PublishWord } from './word.ts'
