import {
  type Body,
  type CertificationCheckBody,
  type CertificationRunBody,
  complaintsAboutRun,
  readBody,
  RecordError,
  type SignedBody,
} from '../record/index.ts'
import { type Batch, LedgerError } from './store.ts'

/** One body of a batch, read. */
export interface Entry {
  readonly signed: SignedBody
  readonly body: Body
}

/**
 * The bodies of a batch in the order in which they are kept: a run with exactly its checks, by kind, or one review, or one
 * runtime control.
 * @throws LedgerError `refused`
 */
export function readBatch(batch: Batch): readonly Entry[] {
  const entries = batch.map((signed) => ({ signed, body: readSigned(signed) }))
  const [first, ...others] = entries
  if (!first) throw new LedgerError('refused', 'a batch holds no record')
  const runs = entries.map(({ body }) => body).filter(isRun)
  const [run] = runs
  if (!run) {
    if (others.length === 0 && !isCheck(first.body)) return entries
    throw new LedgerError(
      'refused',
      `${nameOf(first.body)}: belongs to no run of its batch; append a whole record file`,
    )
  }
  const checks = entries.map(({ body }) => body).filter(isCheck)
  if (runs.length > 1 || runs.length + checks.length < entries.length) {
    throw new LedgerError('refused', `${nameOf(run)}: shares its batch with something other than its checks`)
  }
  const complaints = complaintsAboutRun(run, checks)
  if (complaints.length > 0) throw new LedgerError('refused', `${nameOf(run)}: ${complaints.join('; ')}`)
  return entries.toSorted((a, b) => compare(orderOf(a.body), orderOf(b.body)))
}

export const nameOf = ({ ledger, id }: Pick<Body, 'ledger' | 'id'>): string => `${ledger} ${id}`

function readSigned({ body, signatures }: SignedBody): Body {
  if (!isSignatures(signatures)) {
    throw new LedgerError('refused', 'a record has no signatures, or not as a JSON array of keyid and sig')
  }
  try {
    return readBody(body)
  } catch (thrown) {
    if (!(thrown instanceof RecordError)) throw thrown
    throw new LedgerError('refused', `not a record: ${thrown.message}`, { cause: thrown })
  }
}

/** The one form that `signBody` gives, and short. Whose they are, and whether they verify, is for `verifyLedgers` to say. */
const isSignatures = (text: string): boolean => text.length <= 4096 && signatureList.test(text)

const signature = '\\{"keyid":"[A-Za-z0-9:._-]{1,128}","sig":"[A-Za-z0-9+/]{1,200}={0,2}"\\}'
const signatureList = new RegExp(`^\\[${signature}(?:,${signature})*\\]$`)

const isRun = (body: Body): body is CertificationRunBody => body.ledger === 'certification_run'
const isCheck = (body: Body): body is CertificationCheckBody => body.ledger === 'certification_check'
const orderOf = (body: Body): string => (isCheck(body) ? body.kind : '')
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
