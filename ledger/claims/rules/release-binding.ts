import { sha256 } from '../../record/index.ts'
import type { ClaimsFile } from '../claim.ts'
import { type Complaints, expect, type GateProblem } from '../problem.ts'
import { isRevision, isStableVersion, type ReleaseManifest, releaseManifestText } from '../release-manifest.ts'

/** G5 and G6: whether the release manifest is one, of what is released, and binds these very bytes. */
export function aboutRelease(
  text: string,
  head: string,
  bytes: Uint8Array,
  file: ClaimsFile | undefined,
): readonly GateProblem[] {
  const manifest = readManifest(text)
  if (manifest === undefined) {
    return [
      { rule: 'G6-release-identity', says: 'expected exactly the keys of a release manifest, in its one spelling' },
    ]
  }
  return [
    ...aboutBinding(manifest, bytes, file).map((says) => ({ rule: 'G5-manifest-binding' as const, says })),
    ...aboutIdentity(manifest, head).map((says) => ({ rule: 'G6-release-identity' as const, says })),
  ]
}

const aboutBinding = (
  { provider_claims: bound }: ReleaseManifest,
  bytes: Uint8Array,
  file: ClaimsFile | undefined,
): Complaints => [
  ...expect(
    bound.manifest_sha256 === sha256(bytes),
    `manifest_sha256: expected ${sha256(bytes)}, that of the claims file`,
  ),
  ...expect(bound.schema_version === 1, 'schema_version: expected that of the claims file'),
  ...expect(
    file === undefined || bound.claim_count === file.claims.length,
    `claim_count: expected ${file?.claims.length ?? 0}, the number of claims in the file`,
  ),
]

const aboutIdentity = ({ version, revision }: ReleaseManifest, head: string): Complaints => [
  ...expect(isStableVersion(version), 'version: expected a stable version, vX.Y.Z'),
  ...expect(isRevision(revision), 'revision: expected a full Git revision, 40 hexadecimal digits'),
  ...expect(!isRevision(revision) || revision === head, `revision: expected ${head}, which is what is released`),
]

/** Undefined unless written again it is the same text. */
function readManifest(text: string): ReleaseManifest | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const { schema_version, version, revision, provider_claims } = membersOf(value)
  const bound = membersOf(provider_claims)
  const manifest = {
    schema_version,
    version,
    revision,
    provider_claims: {
      schema_version: bound['schema_version'],
      manifest_sha256: bound['manifest_sha256'],
      claim_count: bound['claim_count'],
    },
  } as ReleaseManifest
  const isOne =
    schema_version === 2 &&
    typeof version === 'string' &&
    typeof revision === 'string' &&
    typeof bound['manifest_sha256'] === 'string' &&
    Number.isSafeInteger(bound['claim_count']) &&
    releaseManifestText(manifest) === text
  return isOne ? manifest : undefined
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
