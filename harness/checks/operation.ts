import type { ProfileInput } from './profile-input.ts'
import { newCanary, newMarker, operationId } from './identity.ts'
import type { SecretBook } from './secret-book.ts'

/** One publish operation of ours: its id, the marker that finds its writes, and a request that is valid. */
export interface Operation {
  readonly id: string
  readonly marker: string
  readonly request: PublishBody
}

/** A publish request as sent. Open, so that a case can break one thing in it. */
export type PublishBody = Readonly<Record<string, unknown>>

export interface Bound {
  readonly connectionRef: string
  readonly capabilityRevision: string
}

/** A new operation with valid input; `change` replaces or, with undefined, removes members of the request. */
export function makeOperation(
  input: ProfileInput,
  bound: Bound,
  secrets: SecretBook,
  change: Readonly<Record<string, unknown>> & { readonly operation_id?: string } = {},
): Operation {
  const marker = newMarker(longestSent(input))
  const id = change.operation_id ?? operationId(marker)
  const text = (name: string, limit: number): string => markedText(name, limit, marker, secrets, input.content)
  const { profile } = input
  const request = without({
    operation_id: id,
    connection_ref: bound.connectionRef,
    capability_revision: bound.capabilityRevision,
    output_profile: profile.id,
    content: profile.content.max_length > 0 ? text('content', profile.content.max_length) : undefined,
    title: profile.title?.required === true ? text('title', profile.title.max_length) : undefined,
    description:
      profile.description?.required === true ? text('description', profile.description.max_length) : undefined,
    settings: { ...input.settings },
    ...change,
  })
  return { id, marker, request }
}

/** The limit of the longest text that every operation of the profile carries. */
const longestSent = ({ profile: { content, title, description } }: ProfileInput): number =>
  Math.max(content.max_length, ...[title, description].map((rule) => (rule?.required === true ? rule.max_length : 0)))

/**
 * Text that carries the marker and a canary of its own, as far as the limit allows: the marker first, because without it
 * no write can be attributed.
 */
export function markedText(name: string, limit: number, marker: string, secrets: SecretBook, example?: string): string {
  const canary = newCanary()
  const both = `${marker} ${canary}`
  if (both.length > limit) return marker.slice(0, limit)
  secrets.add('post text', name, canary)
  const whole = name === 'content' && example !== undefined ? `${example} ${both}` : both
  return [...whole].length <= limit ? whole : both
}

const without = (members: Record<string, unknown>): PublishBody =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
