import type { Surroundings } from '../../readiness/index.ts'
import { type RuntimeControlBody, type Subject, subjectFields } from '../../record/index.ts'
import type { ControlRequest } from '../interface/request-schemas.ts'
import type { Common } from './common.ts'
import { type Configured, notConfigured, requireConfigured } from './configured.ts'
import { instant } from './instant.ts'

/** The body of a runtime control, in force at once unless it says when. @throws ServiceProblem */
export function controlOf(request: ControlRequest, common: Common, around: Surroundings): RuntimeControlBody {
  const configured = requireConfigured(request.provider, around)
  const selector = Object.fromEntries(subjectFields.map((field) => [field, request[field] ?? ''])) as unknown as Subject
  const unmatched = subjectFields.filter((field) => selector[field] !== '' && !mayMatch(field, selector, configured))
  if (unmatched.length > 0) throw notConfigured(unmatched)
  const { state, reason_code, starts_at, expires_at } = request
  return {
    ...common,
    ...selector,
    ledger: 'runtime_control',
    state,
    reason_code,
    starts_at: starts_at === undefined ? common.recorded_at : instant(starts_at),
    expires_at: typeof expires_at === 'string' ? instant(expires_at) : null,
  }
}

/** Whether any subject of this runtime has this value. Accounts may still come: without one, any kind may. */
function mayMatch(field: keyof Subject, selector: Subject, { provider, app }: Configured): boolean {
  const { accounts, profiles } = provider
  switch (field) {
    case 'provider':
    case 'operation':
      return true
    case 'app_fingerprint':
    case 'deployment_environment':
    case 'provider_environment':
    case 'instance_fingerprint':
      return selector[field] === app[field]
    case 'output_profile':
      return profiles.some(({ id }) => id === selector.output_profile)
    case 'account_kind':
      return accounts.length === 0 || accounts.some(({ kind }) => kind === selector.account_kind)
    case 'policy_mode':
      return (
        selector.policy_mode === 'standard' ||
        accounts.length === 0 ||
        accounts.some(({ policy_mode }) => policy_mode === selector.policy_mode)
      )
  }
}
