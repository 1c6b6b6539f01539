import { type Asked, type Decision, type ProviderSource, type Readiness, subjectOf } from '../readiness/index.ts'
import { subjectDigest } from '../record/index.ts'
import type { QueuedPublish, Refusal } from './queued-publish.ts'

/** May this publish call its provider now? `later`: nobody can tell at the moment, so nothing was decided against it. */
export type Admission =
  | { readonly is: 'allowed'; readonly provider: ProviderSource }
  | { readonly is: 'later' }
  | { readonly is: 'refused'; readonly refusal: Refusal }

export interface Gatekeeper {
  readonly readiness: Readiness
  /** An unscoped instance administrator, as the service knows it at this moment. */
  readonly isAdministrator: (id: string) => Promise<boolean>
}

/** Asks readiness anew, about the publish as it was queued, with the intent that it was queued with (§3.3). */
export async function admission(publish: QueuedPublish, keeper: Gatekeeper): Promise<Admission> {
  const { intent, orderedBy } = publish
  if (intent !== 'production' && intent !== 'certification_test') return refusedFor('degraded', 'unknown_intent')
  const asked = askedOf({ ...publish, intent }, keeper.readiness)
  if (asked === undefined) return refusedFor('needs_configuration', 'missing_configuration')
  const decision = await keeper.readiness.decide(asked)
  if (!decision.publishable) return barred(decision)
  if (intent === 'certification_test' && !(await keeper.isAdministrator(orderedBy))) {
    return refusedFor('degraded', 'not_administrator')
  }
  // Last, because a subject has no name without the key, and readiness says so better.
  const now = subjectOf(asked, keeper.readiness.surroundings())
  if (subjectDigest(now) !== subjectDigest(publish.subject)) return refusedFor('degraded', 'subject_changed')
  return { is: 'allowed', provider: asked.provider }
}

/** Undefined when provider, account or profile are there no more. */
export function askedOf(
  {
    provider: id,
    operation,
    intent,
    rendition,
  }: Pick<QueuedPublish, 'provider' | 'operation' | 'rendition'> & Pick<Asked, 'intent'>,
  { sources }: Pick<Readiness, 'sources'>,
): (Asked & Required<Pick<Asked, 'account' | 'profile'>>) | undefined {
  const { accountId, workspaceId, request } = rendition
  const provider = sources.providers.find((each) => each.id === id)
  const account = provider?.accounts.find((each) => each.id === accountId && each.workspace_id === workspaceId)
  const profile = provider?.profiles.find((each) => each.id === request.output_profile)
  return provider && account && profile ? { provider, account, profile, operation, intent } : undefined
}

function barred({ state, blockers = [] }: Decision): Admission {
  const codes = [...new Set(blockers.map(({ code }) => code))]
  // A ledger that cannot be read for a moment must not throw away what was queued.
  if (codes.includes('readiness_evidence_unavailable') && state === 'degraded') return { is: 'later' }
  return { is: 'refused', refusal: { state, codes } }
}

export const refusedFor = (
  state: Refusal['state'],
  code: Refusal['codes'][number],
): Extract<Admission, { is: 'refused' }> => ({
  is: 'refused',
  refusal: { state, codes: [code] },
})
