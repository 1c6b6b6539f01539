import { controlState } from '../../ledger/readiness/control-state.ts'
import { type RuntimeControlBody, type Subject, type TrustedKey, verifyBody } from '../../ledger/record/index.ts'
import { openStore } from '../../ledger/store/index.ts'
import { UsageError } from '../usage-error.ts'

/**
 * An explicit disable wins over every other fact (§3.1.2), over the wish to certify too.
 * @throws UsageError when a runtime control in force disables one of the subjects, and LedgerError
 */
export async function expectNotDisabled(
  ledger: string,
  subjects: readonly Subject[],
  trusted: readonly TrustedKey[],
  now: number,
): Promise<void> {
  await using store = await openStore(ledger, { readonly: true })
  const at = new Date(now).toISOString()
  for (const subject of subjects) {
    const records = await store.newestControls(subject, at)
    const events = records.map((record) => verifyBody(record, trusted).body).filter(isControl)
    if (controlState(events, at) !== 'disabled') continue
    throw new UsageError(
      `no live evidence: a runtime control disables ${subject.output_profile} ${subject.operation}; nothing was posted. touchstone ledger control appends one that enables it`,
    )
  }
}

const isControl = (body: { readonly ledger: string }): body is RuntimeControlBody => body.ledger === 'runtime_control'
