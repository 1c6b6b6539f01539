import { dirname, resolve } from 'node:path'
import { checkPlaceholders } from './check-placeholders.ts'
import { readCertification } from './certification-section.ts'
import type { Configuration } from './configuration.ts'
import { ConfigurationError } from './configuration-error.ts'
import type { Loading } from './loading.ts'
import type { RawConfiguration } from './raw-configuration.ts'
import { tokenProblem } from './read-token.ts'
import { configurationSchema } from './schema.ts'
import { readConnector, readDestination, readLogs, readProcess, readProfiles } from './sections.ts'
import { carries, readConnectorUrl } from './target-url.ts'
import { validator } from './validate.ts'
import { readYamlFile } from './yaml-file.ts'

const defaultDeadlineMs = 300_000

const validate = validator<RawConfiguration>(configurationSchema)

/** Reads `touchstone.yaml` (or JSON). Rejects with a {@link ConfigurationError} that lists every problem found. */
export const loadConfiguration = (file: string, environment: NodeJS.ProcessEnv): Promise<Configuration> =>
  readYamlFile(
    file,
    validate,
    (raw, report) => assemble(raw, { folder: dirname(resolve(file)), environment, report }),
    'write one with: touchstone init',
  )

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
    ...(raw.certification && { certification: readCertification(raw.certification, loading) }),
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
