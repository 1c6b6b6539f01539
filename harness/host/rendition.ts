import { checkPublishRequest, isId, type PublishRequest } from '../protocol/index.ts'
import { isObject, own } from '../protocol/json.ts'
import type { Bound } from './installation.ts'
import { operationIdOf } from './operation-id.ts'

/** What somebody wants published, before a connector has been asked. */
export interface Draft {
  /** Names the rendition within its workspace; its operation id follows from both. */
  readonly renditionId: string
  /** Instead of the id that follows: for a caller that watches an operation of its own. */
  readonly operationId?: string
  readonly outputProfile: string
  readonly content?: string
  readonly title?: string
  readonly description?: string
  readonly settings: Readonly<Record<string, unknown>>
}

/**
 * Prepared content with the revision it was prepared for (§3.5.5). Plain JSON: whoever holds it publishes the same
 * operation, in this process or in another (R27). It holds post text and no secret.
 */
export interface Rendition {
  readonly renditionId: string
  readonly workspaceId: string
  readonly accountId: string
  readonly request: PublishRequest
}

export function makeRendition(draft: Draft, bound: Bound, capabilityRevision: string): Rendition {
  const { renditionId, operationId, outputProfile, content, title, description, settings } = draft
  const request: PublishRequest = {
    operation_id: operationId ?? operationIdOf(bound.workspaceId, renditionId),
    connection_ref: bound.connectionRef,
    capability_revision: capabilityRevision,
    output_profile: outputProfile,
    ...(content === undefined ? {} : { content }),
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    settings,
  }
  return sound({ renditionId, workspaceId: bound.workspaceId, accountId: bound.accountId, request })
}

export const writeRendition = (rendition: Rendition): string => JSON.stringify(ordered(rendition))

/** Reads what `writeRendition` wrote. Throws a {@link RenditionError} for anything else. */
export function readRendition(text: string): Rendition {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RenditionError('a stored rendition is not JSON')
  }
  const [renditionId, workspaceId, accountId] = ['renditionId', 'workspaceId', 'accountId'].map((key) =>
    own(value, key),
  )
  if (typeof renditionId !== 'string' || typeof workspaceId !== 'string' || typeof accountId !== 'string') {
    throw new RenditionError('a stored rendition lacks a name of its own, its workspace or its account')
  }
  // Safe: `sound` checks it.
  return sound({ renditionId, workspaceId, accountId, request: own(value, 'request') as PublishRequest })
}

/** A rendition that no connector could be given. */
export class RenditionError extends Error {}

function sound(rendition: Rendition): Rendition {
  const [flaw] = checkPublishRequest(rendition.request)
  if (flaw) throw new RenditionError(`a rendition needs ${flaw.expected} at ${flaw.pointer || '/'}, not ${flaw.actual}`)
  if (!isId(rendition.accountId)) throw new RenditionError('a rendition needs the id of its account')
  return rendition
}

/** Members in one order, so that equal renditions are equal texts. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([key, member]) => [key, ordered(member)] as const)
  // `fromEntries` defines members, so that a setting may be called `__proto__`.
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
