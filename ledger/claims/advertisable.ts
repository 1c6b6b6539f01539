import type { PublishOperation, Subject } from '../record/index.ts'
import type { AccountSource, ProfileSource, ProviderSource } from '../readiness/index.ts'
import { decide, gather, type Surroundings } from '../readiness/index.ts'
import { subjectKey } from './subject-key.ts'

/** A subject of which a public claim may be made at this moment (§10). */
export interface Advertisable {
  readonly subject: Subject & { readonly operation: PublishOperation }
  readonly contract_digest: string
  readonly provider: ProviderSource
  readonly account: AccountSource
  readonly profile: ProfileSource
}

/**
 * Each subject once, sorted: every account × profile × {immediate, scheduled} is decided as any face would. Where several
 * accounts of one subject are ready, the first stands for it.
 */
export async function advertisable(around: Surroundings): Promise<readonly Advertisable[]> {
  const found = new Map<string, Advertisable>()
  for (const each of everyPublish(around.sources.providers)) {
    const { question, facts, circumstances } = await gather({ ...each, intent: 'production' }, around)
    const { advertisable: isReady, contract_digest } = decide(question, facts, circumstances)
    if (!isReady || contract_digest === undefined) continue
    const subject = { ...question.subject, operation: each.operation }
    const key = subjectKey(subject)
    if (!found.has(key)) found.set(key, { ...each, subject, contract_digest })
  }
  return [...found.keys()].toSorted().map((key) => found.get(key) as Advertisable)
}

function* everyPublish(providers: readonly ProviderSource[]): Generator<{
  readonly provider: ProviderSource
  readonly account: AccountSource
  readonly profile: ProfileSource
  readonly operation: PublishOperation
}> {
  for (const provider of providers) {
    for (const account of provider.accounts) {
      for (const profile of provider.profiles) {
        yield { provider, account, profile, operation: 'publish_immediate' }
        yield { provider, account, profile, operation: 'publish_scheduled' }
      }
    }
  }
}
