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

export const isStableVersion = (version: string): boolean =>
  /^v(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)$/.test(version)

export const isRevision = (revision: string): boolean => /^[0-9a-f]{40}$/.test(revision)

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
