import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { errorCode } from './error-code.ts'
import { checkPlaceholders } from './check-placeholders.ts'
import type { Configuration } from './configuration.ts'
import { ConfigurationError } from './configuration-error.ts'
import { formatKeyPath } from './key-path.ts'
import type { KeyPath } from './key-path.ts'
import type { Loading } from './loading.ts'
import { printable } from './printable.ts'
import type { RawConfiguration } from './raw-configuration.ts'
import { tokenProblem, unreadable } from './read-token.ts'
import { readConnector, readDestination, readLogs, readProcess, readProfiles } from './sections.ts'
import { carries, readConnectorUrl } from './target-url.ts'
import { validate } from './validate.ts'
import { parseYaml } from './yaml-source.ts'
import type { YamlProblem, YamlSource } from './yaml-source.ts'

const defaultDeadlineMs = 300_000

/** Reads `touchstone.yaml` (or JSON). Rejects with a {@link ConfigurationError} that lists every problem found. */
export const loadConfiguration = async (file: string, environment: NodeJS.ProcessEnv): Promise<Configuration> => {
  const name = printable(file)
  const source = parseYaml(await textOf(file, name))
  if (!('value' in source)) throw new ConfigurationError(inOrder(name, source))
  return read(source, name, dirname(resolve(file)), environment)
}

const textOf = async (file: string, name: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new ConfigurationError([
      errorCode(error) === 'ENOENT'
        ? `${name}: no such file; write one with: touchstone init`
        : `${name}: the file ${unreadable(error)}`,
    ])
  }
}

const read = async (
  source: YamlSource,
  name: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<Configuration> => {
  const problems: YamlProblem[] = []
  const report = (path: KeyPath, text: string): void => {
    problems.push({ at: source.locate(path), text: path.length === 0 ? text : `${formatKeyPath(path)}: ${text}` })
  }
  // Form first: what a key means can only be judged once it has the right type.
  if (!validate(source.value, report)) throw new ConfigurationError(inOrder(name, problems))
  const configuration = await assemble(source.value, { folder, environment, report })
  if (problems.length > 0) throw new ConfigurationError(inOrder(name, problems))
  return configuration
}

/** From top to bottom, as someone mends a file. */
const inOrder = (name: string, problems: readonly YamlProblem[]): readonly string[] =>
  [...problems]
    .sort((a, b) => a.at.line - b.at.line || a.at.column - b.at.column)
    .map(({ at, text }) => `${name}:${at.line}:${at.column}: ${text}`)

const assemble = async (raw: RawConfiguration, loading: Loading): Promise<Configuration> => {
  checkPlaceholders(raw, loading.report)
  const connector = await readConnector(raw, loading)
  const process = raw.process && (await readProcess(raw.process, loading))
  const destination = raw.destination && (await readDestination(raw.destination, loading))
  const logs = readLogs(raw, loading)
  const workspaceId = raw.connection?.workspace_id
  return {
    folder: loading.folder,
    connector,
    ...(process && { process }),
    ...(destination && { destination }),
    ...(logs && { logs }),
    profiles: readProfiles(raw),
    builtinProviders: raw.builtin_providers ?? [],
    connection: workspaceId === undefined ? {} : { workspaceId },
    deadlineMs: raw.deadline_s === undefined ? defaultDeadlineMs : raw.deadline_s * 1000,
    secretVariables: [raw.connector.token?.env, raw.destination?.token?.env].filter((one) => one !== undefined),
  }
}

/** What a URL and a token alone are enough for: no control, every profile. Throws a {@link ConfigurationError}. */
export const configurationFromUrl = (url: string, token: string): Configuration => {
  const folder = resolve('.')
  const reading = readConnectorUrl(url, folder)
  const wrongToken = token === '' ? 'the token is empty' : tokenProblem(token)
  const problems = [
    ...(reading.ok ? [] : [`connector URL: ${reading.problem}`]),
    ...(wrongToken === undefined ? [] : [`connector token: ${wrongToken}`]),
    ...(token !== '' && carries(url, token) ? ['connector URL: carries the token; remove it'] : []),
  ]
  if (!reading.ok || problems.length > 0) throw new ConfigurationError(problems)
  return {
    folder,
    connector: { url: reading.url, token },
    profiles: 'all',
    builtinProviders: [],
    connection: {},
    deadlineMs: defaultDeadlineMs,
    secretVariables: [],
  }
}
