import type { Readiness } from '../../readiness/index.ts'
import {
  bodiesOf,
  type CertificationRunBody,
  fingerprints,
  readBody,
  readRecordFile,
  type TrustedKey,
  verifyRecordFile,
} from '../../record/index.ts'
import type { Batch } from '../../store/index.ts'
import { ServiceProblem } from '../problem.ts'
import { notConfigured, requireConfigured } from './configured.ts'
import { refusing } from './refusing.ts'

/**
 * The batch of a record file: signed by a trusted runner, whole, about a subject that this runtime is configured with, and
 * measured against its current contract. That it lies inside the window of its review the ledger sees.
 * @param now `YYYY-MM-DDTHH:MM:SS.mmmZ`
 * @throws ServiceProblem
 */
export async function certificationBatch(
  text: string,
  readiness: Readiness,
  trusted: readonly TrustedKey[],
  now: string,
): Promise<Batch> {
  const wrong = verifyRecordFile(text, trusted, now).filter(({ ok }) => !ok)
  if (wrong.length > 0) throw refused(wrong.map(({ what, says }) => `${what}: ${says}`))
  const batch = refusing(() => bodiesOf(readRecordFile(text)))
  const [first] = batch
  const run = refusing(() => readBody(first?.body ?? '')) as CertificationRunBody
  const errors = await complaintsAbout(run, readiness)
  if (errors.length > 0) throw refused(errors)
  return batch
}

const refused = (errors: readonly string[]): ServiceProblem =>
  new ServiceProblem('record_refused', 'The record file is not accepted; nothing was appended.', { errors })

async function complaintsAbout(run: CertificationRunBody, readiness: Readiness): Promise<readonly string[]> {
  const { key, ...around } = readiness.surroundings()
  if (key === undefined) {
    throw new ServiceProblem('ledger_unavailable', 'There is no fingerprint key; nothing was appended.')
  }
  if (run.fp_key_id !== key.id) return ['fp_key_id: expected the fingerprint key of this runtime']
  const { provider, app } = requireConfigured(run.provider, { ...around, key })
  const others = Object.entries(app).flatMap(([field, value]) => (Reflect.get(run, field) === value ? [] : [field]))
  const profile = provider.profiles.find(({ id }) => id === run.output_profile)
  const accounts = provider.accounts.filter(
    ({ kind, policy_mode }) => kind === run.account_kind && policy_mode === run.policy_mode,
  )
  const [account] = accounts
  if (others.length > 0 || profile === undefined || account === undefined) {
    throw notConfigured([
      ...others,
      ...(profile === undefined ? ['output_profile'] : []),
      ...(account === undefined ? ['account_kind, policy_mode'] : []),
    ])
  }
  const asked = { provider, account, profile, operation: run.operation, intent: 'production' } as const
  const { contract_digest } = await readiness.decide(asked)
  const of = fingerprints(key)
  const known = accounts.map(({ id, workspace_id }) =>
    of.account({ account_id: id, provider: provider.id, workspace_id }),
  )
  return [
    ...(run.contract_digest === contract_digest
      ? []
      : ['contract_digest: expected the current contract of this subject; certify again']),
    ...(run.evidence_kind === 'local' || known.includes(run.account_fingerprint)
      ? []
      : ['account_fingerprint: expected an account that is connected here']),
  ]
}
