/** Which public claims the ledgers back, and whether a claims file may be released with them (§2.3, §10). */
export { againstLedger } from './against-ledger.ts'
export { type Advertisable, advertisable } from './advertisable.ts'
export type { Claim, ClaimedCheck, ClaimedRun, ClaimedSubject, ClaimsFile, RecordRef } from './claim.ts'
export { claimsFileText, zeroClaimsDigest } from './claims-file.ts'
export { claimsFrom } from './claims-from.ts'
export { type GateInput, type GateReport, judgeClaims } from './claims-gate.ts'
export { claimsInForce } from './claims-in-force.ts'
export { currentCheckpoint } from './current-checkpoint.ts'
export { gateRules, type GateProblem, type GateRule } from './problem.ts'
export { projectClaims } from './project-claims.ts'
export type { CitedRecord, CitedRun, ClaimsProjection, ProjectedSubject } from './projection.ts'
export { projectionFileText, readProjectionFile } from './projection-file.ts'
export {
  bindRelease,
  isRevision,
  isStableVersion,
  type ReleaseManifest,
  releaseManifestText,
} from './release-manifest.ts'
export { readClaimsForm } from './rules/file-form.ts'
export type { NamedText } from './rules/workflows.ts'
export { surfaceText } from './surface-text.ts'
export { testOnly, vouchingKeys } from './vouching-keys.ts'
