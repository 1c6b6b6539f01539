export * from './body.ts'
export { longestDelayMs, longestValidityMs } from './body-rules.ts'
export { notApplicableReasons, recordSchema, witnesses } from './body-schema.ts'
export { canonicalText, largestText } from './canonical.ts'
export { type Certification, certificationBodies, type SubjectSeen } from './certification.ts'
export { genesisHash, recordHash } from './chain.ts'
export {
  checkpointDigest,
  checkpointText,
  complaintsAboutSuccession,
  makeCheckpoint,
  readCheckpoint,
  signedHeads,
  type Checkpoint,
  type SignedHead,
} from './checkpoint.ts'
export { complaintsAboutRun, derivedResult } from './complete-run.ts'
export { conformanceChecks } from './conformance.ts'
export {
  connectContract,
  isPublish,
  lifecycleChecks,
  strictPublicationContract,
  type Contract,
  type ContractParts,
  type PublishOperation,
  type RequiredCheck,
  type Requirements,
} from './contract.ts'
export {
  capabilityDigest,
  checksDigest,
  contractDigest,
  policyDigest,
  sha256,
  subjectDigest,
  type Policy,
} from './digests.ts'
export {
  payloadTypes,
  pae,
  sealEnvelope,
  verifyEnvelope,
  type Accepted,
  type Envelope,
  type Signature,
  type Verified,
} from './envelope.ts'
export { openFingerprintKey, readFingerprintKey } from './fingerprint-key.ts'
export { fingerprintKey, fingerprints, operatorRef, type FingerprintKey, type Fingerprints } from './fingerprint.ts'
export { checkOf, lifecycleOf, normalizedCheck } from './from-lifecycle.ts'
export { artifactDigest, type CaseFindings, findingsOf, type NormalizedResult } from './from-run.ts'
export { freshId } from './fresh-id.ts'
export * as interop from './interop.ts'
export { inTotoPayloadType, inTotoStatement } from './in-toto.ts'
export { consistencyProof, inclusionProof, verifyConsistency, verifyInclusion } from './merkle-proof.ts'
export { createMerkleTree, emptyRoot, leafHash, nodeHash, type Hash, type MerkleTree } from './merkle.ts'
export { policyRevision, publicationContract } from './publication-contract.ts'
export { complaintsAbout, readBody } from './read-body.ts'
export { RecordError } from './record-error.ts'
export { bodiesOf, readRecordFile, recordFileText, type RecordFile } from './record-file.ts'
export { secretLike } from './secret-like.ts'
export { fromEnvelope, roleOf, signBody, toEnvelope, verifyBody, type VerifiedBody } from './signed-body.ts'
export { createSigningKey, readSigningKey, type CreatedKey, type SigningKey } from './signing-key.ts'
export * from './subject.ts'
export {
  parseTrustedKeys,
  readTrustedKeys,
  roles,
  trustKey,
  trustedKeysText,
  type Role,
  type TrustedKey,
} from './trusted-keys.ts'
export { verifyRecordFile, type Finding } from './verify-record.ts'
