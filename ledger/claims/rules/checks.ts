import { complaintsAboutRun, isPublish, lifecycleChecks, notApplicableReasons } from '../../record/index.ts'
import type { Claim, ClaimedCheck } from '../claim.ts'
import { evidenceKinds } from '../claim.ts'
import { type Complaints, expect } from '../problem.ts'
import type { ClaimRule } from '../seen.ts'

/** G15 */
export const aboutChecks: ClaimRule = ({ claim, backed }) =>
  evidenceKinds.flatMap((kind) => {
    const recorded = backed?.backing[kind]
    return [
      ...aboutSet(claim, claim[kind].checks),
      // What a run is not whole in beside its checks, its own result included, is the business of other rules.
      ...(recorded
        ? complaintsAboutRun(recorded.run, recorded.checks).filter((each) => !each.startsWith('result:'))
        : []),
    ].map((says) => `${kind}: ${says}`)
  })

function aboutSet({ subject: { operation } }: Claim, checks: readonly ClaimedCheck[]): Complaints {
  // Another rule says that the operation must publish.
  if (!isPublish(operation)) return []
  const required = lifecycleChecks(operation)
  return [
    ...expect(
      checks.length === required.length && checks.every(({ kind }, i) => kind === required[i]?.kind),
      `checks: expected exactly ${required.map(({ kind }) => kind).join(', ')}`,
    ),
    ...checks.flatMap((check) => {
      const mayBeMissing = required.some(
        ({ kind, allow_not_applicable }) => kind === check.kind && allow_not_applicable,
      )
      return expect(
        isGood(check, mayBeMissing),
        `${required.some(({ kind }) => kind === check.kind) ? check.kind : 'a check'}: expected to have passed`,
      )
    }),
  ]
}

const isGood = ({ outcome, reason }: ClaimedCheck, mayBeMissing: boolean): boolean =>
  outcome === 'passed'
    ? reason === undefined
    : outcome === 'not_applicable' && mayBeMissing && notApplicableReasons.includes(reason ?? '')
