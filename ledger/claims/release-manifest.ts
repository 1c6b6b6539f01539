import { closed, digest, exactly, type Field, pattern } from '../record/field.ts'
import { sha256 } from '../record/index.ts'

/** What a release says of itself and of the claims file in it (§2.3). */
export interface ReleaseManifest {
  readonly schema_version: 2
  /** `vX.Y.Z` */
  readonly version: string
  /** Full Git revision, 40 hexadecimal digits. */
  readonly revision: string
  readonly provider_claims: {
    readonly schema_version: 1
    /** Over the exact bytes of the claims file. */
    readonly manifest_sha256: string
    readonly claim_count: number
  }
}

const stableVersion = '^v(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)$'
const fullRevision = '^[0-9a-f]{40}$'

export const isStableVersion = (version: string): boolean => new RegExp(stableVersion).test(version)

export const isRevision = (revision: string): boolean => new RegExp(fullRevision).test(revision)

/** What the gate takes for a release manifest, rendered to `docs/schema/release.schema.json`. */
export const releaseSchema: Field = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...closed('release manifest of touchstone', {
    schema_version: exactly(2),
    version: pattern(stableVersion, 'a stable version, vX.Y.Z'),
    revision: pattern(fullRevision, 'a full Git revision, 40 hexadecimal digits'),
    provider_claims: closed('what it binds the claims file by', {
      schema_version: exactly(1),
      manifest_sha256: digest,
      claim_count: { type: 'integer', minimum: 0, title: 'the number of claims in the file' },
    }),
  }),
  description: 'JSON with an indent of two, keys in this order and a closing line feed, and nothing else.',
}

export const bindRelease = (
  file: Uint8Array,
  {
    version,
    revision,
    claimCount,
  }: { readonly version: string; readonly revision: string; readonly claimCount: number },
): ReleaseManifest => ({
  schema_version: 2,
  version,
  revision,
  provider_claims: { schema_version: 1, manifest_sha256: sha256(file), claim_count: claimCount },
})

/** The one text of a release manifest. */
export const releaseManifestText = (manifest: ReleaseManifest): string => `${JSON.stringify(manifest, null, 2)}\n`
