/** Every rule of the claims gate that can be broken, with what it demands. G23 has no code: nothing but the ledger adds a claim. */
export const gateRules = {
  'G1-canonical-bytes': 'the claims file is UTF-8 without a mark, and has the one text that its claims have',
  'G2-exact-keys': 'exactly the keys of the format stand at every level',
  'G3-schema-version': 'schema_version is the integer 1',
  'G4-sorted-subjects': 'claims are sorted by subject, each subject once',
  'G5-manifest-binding':
    'the release manifest binds the digest of the exact bytes, the schema version and the claim count',
  'G6-release-identity':
    'the release manifest has exactly its keys, a stable version and the revision that is released',
  'G7-surfaces': 'what is shown of claims is rendered from the file, and nothing else speaks of availability',
  'G8-one-file': 'there is one claims file, a regular one',
  'G9-subject': 'the subject is an exact production subject that publishes',
  'G10-configuration': 'the production provider app is configured, from a known source',
  'G11-approval': 'the approval is approved or not required, current, and the one that live evidence was made under',
  'G12-scopes': 'required scopes are those of the contract; the current grant has them, and so had both runs',
  'G13-control': 'policy is allowed and the runtime control enabled by an event',
  'G14-evidence': 'local and live runs are of this subject and the current contract, and in time',
  'G15-checks': 'each run has exactly the required checks, and all passed',
  'G16-superseded': 'no run failed, and none later',
  'G17-records': 'every cited record is signed in its role and covered by a signed checkpoint',
  'G18-leaks': 'nothing looks like an account, an operator, a credential, a URL or raw data',
  'G19-signed-projection': 'claims come with a fresh projection that a trusted ledger key signed',
  'G20-regenerated': 'the file is, byte for byte, what follows from the projection',
  'G21-valid-until': 'valid_until is the earliest end of what the claim rests on, and lies ahead',
  'G22-workflows': 'each workflow that is named runs the claims gate',
  'G24-at-rest': 'a repository at rest has the file that claims nothing',
} as const

export type GateRule = keyof typeof gateRules

export interface GateProblem {
  readonly rule: GateRule
  /** Which claim, in words; undefined when it concerns the set. */
  readonly claim?: string
  /** What was expected; never quotes a value that could be a secret. */
  readonly says: string
}

/** What a rule finds wrong, one sentence each. */
export type Complaints = readonly string[]

/** `complaint`, unless it holds. */
export const expect = (holds: boolean, complaint: string): Complaints => (holds ? [] : [complaint])
