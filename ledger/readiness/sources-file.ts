import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Manifest, readManifest } from '../../harness/protocol/index.ts'
import { type ConfigurationReport, readYamlFile, validator } from '../../harness/target/index.ts'
import { capabilityDigest } from '../record/index.ts'
import type { RawAccount, RawProvider, RawSources } from './raw-sources.ts'
import type { AccountSource, AppSource, ProfileSource, ProviderSource, Sources } from './sources.ts'
import { sourcesSchema } from './sources-schema.ts'

const validate = validator<RawSources>(sourcesSchema)

/** The flag of §3.2; `true` or `1` switch it on, `false`, `0` or nothing leave it off. */
export const enforcementFlag = 'SERVICE_PROVIDER_CERTIFICATION_ENFORCED'

/** Providers that the environment disables, comma-separated; beside those that the file denies. */
export const denyList = 'SERVICE_PROVIDERS_DISABLED'

/** The providers of {@link denyList}. */
export const deniedBy = (environment: NodeJS.ProcessEnv): readonly string[] => words(environment[denyList])

/** Reads the readiness file and the environment. Rejects with a `ConfigurationError` that lists every problem. */
export function readSources(file: string, environment: NodeJS.ProcessEnv): Promise<Sources> {
  return readYamlFile(
    file,
    validate,
    (raw, report) => assemble(raw, dirname(resolve(file)), environment, report),
    'docs/readiness.md shows one',
  )
}

async function assemble(
  raw: RawSources,
  folder: string,
  environment: NodeJS.ProcessEnv,
  report: ConfigurationReport,
): Promise<Sources> {
  const providers = await Promise.all(
    raw.providers.map((provider, index) => readProvider(provider, index, raw, folder, report)),
  )
  return {
    edition: raw.edition ?? 'self_hosted',
    enforced: readFlag(environment[enforcementFlag], report),
    deployment_environment: raw.deployment_environment ?? 'production',
    denied: [...(raw.denied ?? []), ...deniedBy(environment)],
    providers,
  }
}

const words = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** A word that we do not know must not switch enforcement off. */
function readFlag(value: string | undefined, report: ConfigurationReport): boolean {
  const word = (value ?? '').trim().toLowerCase()
  if (['true', '1'].includes(word)) return true
  if (!['false', '0', ''].includes(word)) {
    report([], `the environment variable ${enforcementFlag} is neither true nor false; set it to one of them`)
  }
  return false
}

async function readProvider(
  raw: RawProvider,
  index: number,
  { providers }: RawSources,
  folder: string,
  report: ConfigurationReport,
): Promise<ProviderSource> {
  const implemented = raw.implemented ?? true
  if (providers.findIndex(({ id }) => id === raw.id) !== index) {
    report(['providers', index, 'id'], 'stands twice; keep one of them')
  }
  if (implemented && raw.manifest === undefined) {
    report(['providers', index, 'manifest'], 'is missing; save what GET /v1/manifest answers and name the file')
  }
  const tell = (text: string): void => report(['providers', index, 'manifest'], text)
  const manifest = raw.manifest === undefined ? undefined : await manifestIn(resolve(folder, raw.manifest), tell)
  if (manifest !== undefined && manifest.provider.id !== raw.id) tell(`is the manifest of another provider`)
  return {
    id: raw.id,
    display_name: raw.display_name ?? manifest?.provider.display_name ?? raw.id,
    implemented,
    app: appOf(raw.app),
    profiles: implemented && manifest ? profilesOf(manifest, raw.required_scopes ?? []) : [],
    accounts: (raw.accounts ?? []).map(accountOf),
    trial_permitted: raw.trial_permitted ?? false,
    ...(raw.connector === undefined ? {} : { connector: raw.connector }),
    ...(manifest === undefined ? {} : { capability_revision: manifest.capability_revision }),
  }
}

async function manifestIn(file: string, tell: (text: string) => void): Promise<Manifest | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    const manifest = readManifest(value)
    if (manifest === undefined)
      tell('is not a manifest that a service accepts; touchstone run says what is wrong with it')
    return manifest
  } catch (error) {
    tell(error instanceof SyntaxError ? 'is not JSON' : 'cannot be read; paths start from the folder of this file')
    return undefined
  }
}

const profilesOf = (manifest: Manifest, required_scopes: readonly string[]): readonly ProfileSource[] =>
  manifest.publishing.output_profiles.map((profile) => ({
    id: profile.id,
    capability_digest: capabilityDigest(manifest, profile),
    required_scopes,
  }))

const appOf = ({ state, source, label, provider_environment, instance }: RawProvider['app']): AppSource => ({
  state,
  source: source ?? 'unknown',
  label,
  provider_environment: provider_environment ?? 'production',
  instance: instance ?? '',
})

const accountOf = ({ id, workspace_id, kind, policy_mode, policy, grant }: RawAccount): AccountSource => ({
  id,
  workspace_id,
  kind: kind ?? 'standard',
  policy_mode: policy_mode ?? 'standard',
  policy: policy ?? 'unknown',
  grant: { scopes: [], ...(grant ?? { state: 'unknown' }) },
})
