import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { makePlan } from '../../harness/run/index.ts'
import { type Configuration, configurationFromUrl, loadConfiguration } from '../../harness/target/index.ts'
import { checks } from '../../suites/index.ts'
import { drive, interruptible } from '../drive.ts'
import { readRunSettings } from '../run-options.ts'
import { UsageError } from '../usage-error.ts'
import type { Arguments } from './index.ts'

export async function runCommand(options: Arguments): Promise<number> {
  const settings = readRunSettings(options)
  const only = strings(options['only'])
  const plan = makePlan(checks, only)
  const { configuration, again } = await readTarget(options)
  return interruptible((signal) =>
    drive({
      configuration: withProfiles(configuration, strings(options['profile'])),
      plan,
      settings,
      again,
      signal,
    }),
  )
}

/** The target, and the words that name it on a command line again. */
async function readTarget(options: Arguments): Promise<{ configuration: Configuration; again: readonly string[] }> {
  const { url, config } = options
  if (typeof url !== 'string') {
    if (options['token-env'] ?? options['token-file'])
      throw new UsageError('--token-env and --token-file go with --url')
    const file = typeof config === 'string' ? config : 'touchstone.yaml'
    return {
      configuration: await loadConfiguration(file, process.env),
      again: file === 'touchstone.yaml' ? [] : ['--config', file],
    }
  }
  const { token, words } = await readToken(options)
  return { configuration: configurationFromUrl(url, token), again: ['--url', url, ...words] }
}

async function readToken(options: Arguments): Promise<{ token: string; words: readonly string[] }> {
  const { 'token-env': variable, 'token-file': file } = options
  if (typeof file === 'string') {
    const text = await readFile(file, 'utf8').catch(() => {
      throw new UsageError(`--token-file ${file}: the file cannot be read`)
    })
    return { token: text.trim(), words: ['--token-file', file] }
  }
  if (typeof variable !== 'string') {
    throw new UsageError(
      '--url needs --token-env NAME or --token-file PATH; a token is never taken from the command line',
    )
  }
  const token = process.env[variable]
  if (token === undefined || token === '') {
    throw new UsageError(`the environment variable ${variable} is not set; set it: export ${variable}=…`)
  }
  return { token, words: ['--token-env', variable] }
}

/** `--profile` narrows what the configuration chose, and keeps its examples. */
function withProfiles(configuration: Configuration, wanted: readonly string[]): Configuration {
  if (wanted.length === 0) return configuration
  const { profiles } = configuration
  const examples = profiles === 'all' ? [] : profiles
  return {
    ...configuration,
    profiles: [...new Set(wanted)].map((id) => examples.find((each) => each.id === id) ?? { id, settings: {} }),
  }
}

const strings = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
