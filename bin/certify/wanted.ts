import type { CertificationConfiguration, Configuration } from '../../harness/target/index.ts'
import type { Arguments } from '../commands/index.ts'
import { defaultKeysFolder } from '../ledger/keys-folder.ts'
import { UsageError } from '../usage-error.ts'

/** What is to be recorded of whom: flags first, then the section `certification`, then defaults. */
export interface Wanted {
  readonly operator: string
  readonly app: string
  readonly accountKind: string
  readonly policyMode: string
  readonly deploymentEnvironment: NonNullable<CertificationConfiguration['deploymentEnvironment']>
  readonly providerEnvironment: NonNullable<CertificationConfiguration['providerEnvironment']>
  readonly instance: string | undefined
  /** Undefined: HEAD of the connector's checkout. */
  readonly revision: string | undefined
  readonly validityDays: number
  readonly keys: string
  readonly trialPermitted: boolean
  readonly requiredScopes: readonly string[]
  readonly grantedScopes: readonly string[]
  readonly evidence: 'local' | 'live'
  /** Where the records are appended. */
  readonly append: string | undefined
  /** Where the approval review of live evidence is looked up. */
  readonly ledger: string | undefined
  /** List of the keys that such a review may be signed with. */
  readonly trusted: string | undefined
}

const longestValidity = 90

/** @throws UsageError that names key and flag of everything that is missing or wrong */
export function readWanted(options: Arguments, { certification }: Pick<Configuration, 'certification'>): Wanted {
  const given: Partial<CertificationConfiguration> = certification ?? {}
  const evidence = options['evidence'] === 'live' ? 'live' : 'local'
  const operator = text(options, 'operator') ?? given.operator
  const app = text(options, 'app') ?? given.app
  const deploymentEnvironment = text(options, 'deployment-environment') ?? given.deploymentEnvironment
  const providerEnvironment = text(options, 'provider-environment') ?? given.providerEnvironment
  const append = text(options, 'append')
  const missing = [
    ...(operator === undefined ? [lacks('operator', 'who certifies; only a keyed fingerprint is recorded')] : []),
    ...(app === undefined
      ? [lacks('app', 'what the provider app is called; only a keyed fingerprint is recorded')]
      : []),
    ...(deploymentEnvironment === undefined
      ? [lacks('deployment_environment', 'local, staging or production: where the connector is deployed')]
      : []),
    ...(providerEnvironment === undefined
      ? [lacks('provider_environment', 'development, sandbox or production: what it publishes to')]
      : []),
  ]
  const revision = text(options, 'revision') ?? given.revision
  const validityDays = days(options['validity-days']) ?? given.validityDays ?? longestValidity
  const wrong = [
    ...(revision === undefined || /^[0-9a-f]{40}$/.test(revision)
      ? []
      : ['--revision takes a full Git revision: 40 hexadecimal digits in lower case']),
    ...(Number.isInteger(validityDays) && validityDays >= 1 && validityDays <= longestValidity
      ? []
      : [`--validity-days takes a whole number of days between 1 and ${longestValidity}`]),
  ]
  if (missing.length + wrong.length > 0) throw new UsageError([...missing, ...wrong].join('\n'))
  return {
    operator: String(operator),
    app: String(app),
    accountKind: given.accountKind ?? 'standard',
    // As in the readiness file: evidence of one mode says nothing of another.
    policyMode: given.policyMode ?? 'standard',
    // Safe: the schema or yargs knows no other word.
    deploymentEnvironment: deploymentEnvironment as Wanted['deploymentEnvironment'],
    providerEnvironment: providerEnvironment as Wanted['providerEnvironment'],
    instance: given.instance,
    revision,
    validityDays,
    keys: text(options, 'keys') ?? given.keys ?? defaultKeysFolder,
    trialPermitted: given.trialPermitted ?? false,
    requiredScopes: given.requiredScopes ?? [],
    grantedScopes: given.grantedScopes ?? [],
    evidence,
    append,
    ledger: text(options, 'ledger') ?? append,
    trusted: text(options, 'trusted'),
  }
}

function text(options: Arguments, name: string): string | undefined {
  const value = options[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || value.trim() === '') throw new UsageError(`--${name} takes a value`)
  return value
}

const days = (value: unknown): number | undefined => (value === undefined ? undefined : Number(value))

const lacks = (key: string, what: string): string =>
  `certification.${key} is missing: ${what}; give it in touchstone.yaml or with --${key.replaceAll('_', '-')}`
