import { resolve } from 'node:path'
import type { CertificationConfiguration } from './configuration.ts'
import type { Loading } from './loading.ts'
import type { RawCertification } from './raw-configuration.ts'

/** The section `certification` with its paths absolute and its scopes as sets. */
export const readCertification = (raw: RawCertification, { folder }: Loading): CertificationConfiguration => {
  const required = sorted(raw.required_scopes ?? [])
  return {
    ...withValue('operator', raw.operator),
    ...withValue('app', raw.app),
    ...withValue('accountKind', raw.account_kind),
    ...withValue('policyMode', raw.policy_mode),
    ...withValue('deploymentEnvironment', raw.deployment_environment),
    ...withValue('providerEnvironment', raw.provider_environment),
    ...withValue('instance', raw.instance),
    ...withValue('revision', raw.revision),
    ...withValue('validityDays', raw.validity_days),
    ...withValue('keys', raw.keys === undefined ? undefined : resolve(folder, raw.keys)),
    trialPermitted: raw.trial_permitted ?? false,
    requiredScopes: required,
    grantedScopes: raw.granted_scopes === undefined ? required : sorted(raw.granted_scopes),
  }
}

const withValue = <Key extends string, Value>(key: Key, value: Value | undefined): { readonly [K in Key]?: Value } =>
  // Safe: the one member is the one named.
  (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: Value }

const sorted = (scopes: readonly string[]): readonly string[] => [...new Set(scopes)].toSorted()
