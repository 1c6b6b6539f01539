import { readFile } from 'node:fs/promises'
import process from 'node:process'
import type { Shape } from '../fixtures/index.ts'
import { type Configuration, configurationFromUrl, loadConfiguration } from '../harness/target/index.ts'
import { UsageError } from './usage-error.ts'
import type { Arguments } from './commands/index.ts'

/**
 * What a case file says about the connector it was recorded with, enough to reach it again from the same folder: a
 * configuration file, a URL with where its token is, or the bundled reference connector. Never a token.
 */
export type RecordedTarget =
  | { readonly config: string }
  | { readonly url: string; readonly token_env: string }
  | { readonly url: string; readonly token_file: string }
  | { readonly reference: Shape }

const defaultFile = 'touchstone.yaml'

/** The target that the options of a command name, or else `recorded`, or else `touchstone.yaml`. */
export async function readTarget(
  options: Arguments,
  recorded: RecordedTarget = { config: defaultFile },
): Promise<{ readonly configuration: Configuration; readonly target: RecordedTarget }> {
  const target = targetOf(options) ?? recorded
  return { configuration: withProfiles(await configurationOf(target), options['profile']), target }
}

/** The words that name the target on the command line of `touchstone run`. */
export function wordsOf(target: RecordedTarget | undefined): readonly string[] {
  if (target === undefined || 'reference' in target) return []
  if ('config' in target) return target.config === defaultFile ? [] : ['--config', target.config]
  return [
    '--url',
    target.url,
    ...('token_env' in target ? ['--token-env', target.token_env] : ['--token-file', target.token_file]),
  ]
}

function targetOf(options: Arguments): RecordedTarget | undefined {
  const { url, config, 'token-env': variable, 'token-file': file } = options
  if (typeof url !== 'string') {
    if (variable ?? file) throw new UsageError('--token-env and --token-file go with --url')
    return typeof config === 'string' ? { config } : undefined
  }
  if (typeof file === 'string') return { url, token_file: file }
  if (typeof variable === 'string') return { url, token_env: variable }
  throw new UsageError(
    '--url needs --token-env NAME or --token-file PATH; a token is never taken from the command line',
  )
}

async function configurationOf(target: RecordedTarget): Promise<Configuration> {
  if ('config' in target) return await loadConfiguration(target.config, process.env)
  if ('reference' in target) {
    const { referenceConfiguration } = await import('./reference-configuration.ts')
    return await referenceConfiguration(target.reference)
  }
  return configurationFromUrl(target.url, await readToken(target))
}

async function readToken(target: Extract<RecordedTarget, { readonly url: string }>): Promise<string> {
  if ('token_file' in target) {
    const text = await readFile(target.token_file, 'utf8').catch(() => {
      throw new UsageError(`--token-file ${target.token_file}: the file cannot be read`)
    })
    return text.trim()
  }
  const token = process.env[target.token_env]
  if (token === undefined || token === '') {
    throw new UsageError(
      `the environment variable ${target.token_env} is not set; set it: export ${target.token_env}=…`,
    )
  }
  return token
}

/** `--profile` narrows what the configuration chose, and keeps its examples. */
function withProfiles(configuration: Configuration, profile: unknown): Configuration {
  const wanted = (Array.isArray(profile) ? profile : profile === undefined ? [] : [profile]).map(String)
  if (wanted.length === 0) return configuration
  const { profiles } = configuration
  const examples = profiles === 'all' ? [] : profiles
  return {
    ...configuration,
    profiles: [...new Set(wanted)].map((id) => examples.find((each) => each.id === id) ?? { id, settings: {} }),
  }
}
