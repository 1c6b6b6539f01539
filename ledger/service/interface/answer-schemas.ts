import { operations } from '../../record/subject.ts'
import { ledgerNames, approvalStates } from '../../record/index.ts'
import { stateOfBlocker, states } from '../../readiness/index.ts'
import { problemCodes } from '../problem.ts'

/** What the service answers. Closed: a member that is not here would be a leak. */
type Schema = Readonly<Record<string, unknown>>

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const count: Schema = { type: 'integer', minimum: 0 }
const listOf = (items: Schema): Schema => ({ type: 'array', items })
const oneOf = (words: readonly string[]): Schema => ({ enum: words })
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** Members whose name ends in `?` may be absent. */
function object(members: Readonly<Record<string, Schema>>): Schema {
  const entries = Object.entries(members)
  return {
    type: 'object',
    required: entries.map(([name]) => name).filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace('?', ''), schema])),
    additionalProperties: false,
  }
}

const evidence = oneOf(['missing', 'current', 'expired', 'mismatch', 'failed'])
const codes = oneOf(Object.keys(stateOfBlocker))
const publishOperations = oneOf(operations.filter((each) => each.startsWith('publish_')))

export const answerSchemas: Readonly<Record<string, Schema>> = {
  Facts: object({
    configuration: oneOf(['unknown', 'missing', 'dynamic_registration', 'configured']),
    local_test: evidence,
    live_certification: evidence,
    approval: oneOf(approvalStates),
    authorization: oneOf(['unknown', 'not_applicable', 'valid', 'reconnect_required']),
    control: oneOf(['unknown', 'enabled', 'degraded', 'disabled']),
    policy: oneOf(['unknown', 'allowed', 'restricted']),
  }),
  Blocker: object({ code: codes, 'detail?': text }),
  Decision: object({
    state: oneOf(states),
    'contract_digest?': text,
    executable: flag,
    connectable: flag,
    publishable: flag,
    advertisable: flag,
    facts: ref('Facts'),
    'blockers?': listOf(ref('Blocker')),
  }),
  ProfileItem: object({
    social_account_id: text,
    output_profile: text,
    immediate: ref('Decision'),
    scheduled: ref('Decision'),
  }),
  ProviderItem: object({
    provider: text,
    state: oneOf(states),
    connectable: flag,
    advertisable: flag,
    facts: ref('Facts'),
    'profiles?': listOf(ref('ProfileItem')),
    configured_app_state: oneOf(['unknown', 'missing', 'dynamic_registration', 'configured']),
    connected_accounts: count,
    'blocking_issues?': listOf(codes),
  }),
  Projection: object({ providers: listOf(ref('ProviderItem')) }),
  Catalogue: object({
    providers: listOf(
      object({
        provider: text,
        display_name: text,
        implemented: flag,
        'capability_revision?': text,
        state: oneOf(states),
        formats: listOf(
          object({
            output_profile: text,
            required_scopes: listOf(text),
            operations: listOf(
              object({ social_account_id: text, operation: publishOperations, decision: ref('Decision') }),
            ),
          }),
        ),
      }),
    ),
  }),
  Resolved: object({
    provider: text,
    social_account_id: text,
    output_profile: text,
    operation: publishOperations,
    resolution: object({
      capability_revision: text,
      available: flag,
      'constraints?': { type: 'object' },
      'unavailable_reason?': text,
    }),
    revision_is_current: flag,
    decision: ref('Decision'),
  }),
  Appended: object({ id: text, ledger: oneOf(ledgerNames), seq: { type: 'integer', minimum: 1 }, is_new: flag }),
  BrowserSession: object({ name: text, csrf_token: text }),
  Problem: object({
    type: { const: 'about:blank' },
    title: text,
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: text,
    code: oneOf(Object.keys(problemCodes)),
    'errors?': listOf(text),
    'retry_after?': count,
    'connector?': object({
      status: { type: 'integer' },
      'title?': text,
      'kind?': text,
      'detail?': text,
      'action?': text,
      'provider_code?': text,
      'outcome?': oneOf(['rejected', 'unknown']),
      'retry_after?': count,
    }),
  }),
}
