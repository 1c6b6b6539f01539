import { type Body, operatorRef, signBody, type SignedBody } from '../../record/index.ts'
import { freshId } from '../../record/fresh-id.ts'
import { type Appended, type Batch, LedgerError } from '../../store/index.ts'
import type { ControlRequest, ReviewRequest } from '../interface/request-schemas.ts'
import { ServiceProblem } from '../problem.ts'
import type { ServiceOptions } from '../service-options.ts'
import type { Common } from './common.ts'
import { certificationBatch } from './certification.ts'
import { controlOf } from './runtime-control.ts'
import { refusing } from './refusing.ts'
import { reviewOf } from './approval-review.ts'

/** What an administrator appends; each gives the place of the record in its ledger. @throws ServiceProblem */
export interface Appender {
  review(request: ReviewRequest, admin: string): Promise<Appended>
  control(request: ControlRequest, admin: string): Promise<Appended>
  /** @param text a record file of `touchstone certify` */
  certification(text: string): Promise<Appended>
}

export function openAppender(options: ServiceOptions): Appender {
  const { readiness, adminKey, key, trusted, catalogue, note, clock = Date.now } = options

  const common = (admin: string): Common => {
    const now = clock()
    return {
      v: 1,
      id: freshId(now),
      recorded_at: new Date(now).toISOString(),
      operator_ref: operatorRef(key, admin),
      fp_alg: 'hmac-sha256',
      fp_key_id: key.id,
    }
  }

  const append = async (batch: Batch): Promise<Appended> => {
    const [first] = await appendTo(options, batch)
    if (first === undefined) throw new Error('a batch was appended and has no first record')
    note(`${first.isNew ? 'appended' : 'has already'} ${first.ledger} ${first.seq}`)
    return first
  }

  const signed = (body: Body): SignedBody => refusing(() => signBody(adminKey, body))

  return {
    review: async (request, admin) =>
      append([signed(reviewOf(request, common(admin), readiness.surroundings(), catalogue))]),
    control: async (request, admin) => append([signed(controlOf(request, common(admin), readiness.surroundings()))]),
    certification: async (text) =>
      append(await certificationBatch(text, readiness, trusted, new Date(clock()).toISOString())),
  }
}

async function appendTo({ store }: ServiceOptions, batch: Batch): Promise<readonly Appended[]> {
  const unavailable = (): ServiceProblem =>
    new ServiceProblem('ledger_unavailable', 'The ledger cannot be written; nothing was appended.', { retry_after: 30 })
  if (store === undefined) throw unavailable()
  try {
    return await store.append([batch])
  } catch (thrown) {
    if (!(thrown instanceof LedgerError)) throw thrown
    if (thrown.code !== 'conflict' && thrown.code !== 'refused') throw unavailable()
    throw new ServiceProblem('ledger_conflict', 'The ledger does not take this record; nothing was appended.', {
      errors: [thrown.message],
    })
  }
}
