import process from 'node:process'
import { controlState } from '../../ledger/readiness/control-state.ts'
import { deniedBy, denyList } from '../../ledger/readiness/index.ts'
import { type RuntimeControlBody, type Subject, type TrustedKey, verifyBody } from '../../ledger/record/index.ts'
import { openStore } from '../../ledger/store/index.ts'
import { UsageError } from '../usage-error.ts'

/**
 * An explicit disable wins over every other fact (§3.1.2), over the wish to certify too: by the deny-list of the
 * environment, or by a runtime control in force at this moment.
 * @throws UsageError when one of the subjects is disabled, and LedgerError
 */
export async function expectNotDisabled(
  ledger: string,
  subjects: readonly Subject[],
  trusted: readonly TrustedKey[],
): Promise<void> {
  const denied = subjects.find(({ provider }) => deniedBy(process.env).includes(provider))
  if (denied) throw new UsageError(`no live evidence: ${denyList} in the environment disables ${denied.provider}`)
  await using store = await openStore(ledger, { readonly: true })
  for (const subject of subjects) {
    // Not the time when the command began: a disable may have been appended since.
    const at = new Date().toISOString()
    const records = await store.newestControls(subject, at)
    const events = records.map((record) => verifyBody(record, trusted).body).filter(isControl)
    if (controlState(events, at) !== 'disabled') continue
    throw new UsageError(
      `no live evidence: a runtime control disables ${subject.output_profile} ${subject.operation}; touchstone ledger control appends one that enables it`,
    )
  }
}

const isControl = (body: { readonly ledger: string }): body is RuntimeControlBody => body.ledger === 'runtime_control'
