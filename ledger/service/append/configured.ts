import { type ProviderSource, subjectOf, type Surroundings } from '../../readiness/index.ts'
import type { Subject } from '../../record/subject.ts'
import { ServiceProblem } from '../problem.ts'

/** A provider of this runtime, and what a record says of its app. */
export interface Configured {
  readonly provider: ProviderSource
  readonly app: Pick<
    Subject,
    'app_fingerprint' | 'deployment_environment' | 'provider_environment' | 'instance_fingerprint'
  >
}

/** Nobody may append about what this runtime does not have: a mistyped name would be a disable that disables nothing. */
export function requireConfigured(id: string, around: Surroundings): Configured {
  const provider = around.sources.providers.find((each) => each.id === id)
  if (provider === undefined) throw notConfigured(['provider'])
  const { app_fingerprint, deployment_environment, provider_environment, instance_fingerprint } = subjectOf(
    { provider, operation: 'connect' },
    around,
  )
  return { provider, app: { app_fingerprint, deployment_environment, provider_environment, instance_fingerprint } }
}

export const notConfigured = (fields: readonly string[]): ServiceProblem =>
  new ServiceProblem('subject_not_configured', 'This runtime has no such subject; nothing was appended.', {
    errors: fields.map((field) => `${field}: expected what this runtime is configured with`),
  })
