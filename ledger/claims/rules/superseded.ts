import { evidenceKinds } from '../claim.ts'
import { expect } from '../problem.ts'
import type { ClaimRule } from '../seen.ts'

/** G16, as far as the cited runs show; that none failed later, only the ledger can show. */
export const aboutSupersession: ClaimRule = ({ backed }) =>
  evidenceKinds.flatMap((kind) =>
    expect((backed?.backing[kind].run.result ?? 'passed') === 'passed', `${kind}: expected a run that passed`),
  )
