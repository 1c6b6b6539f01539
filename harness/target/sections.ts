import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type {
  Configuration,
  ConnectorConfiguration,
  DestinationConfiguration,
  DestinationSource,
  ItemsConfiguration,
  LogsConfiguration,
  ProcessConfiguration,
} from './configuration.ts'
import type { KeyPath } from './key-path.ts'
import type { Loading } from './loading.ts'
import type { RawConfiguration, RawDestination, RawItems, RawLogSource, RawProcess } from './raw-configuration.ts'
import { readToken, unreadable } from './read-token.ts'
import { carries, readConnectorUrl, readHttpUrl } from './target-url.ts'

const defaultReadyMs = 15_000

/** Each section as the harness uses it. What is wrong is reported; the value is then of no use. */
export const readConnector = async (raw: RawConfiguration, loading: Loading): Promise<ConnectorConfiguration> => {
  const { url, token: rawToken, ca: rawCa } = raw.connector
  const reading = readConnectorUrl(url, loading.folder)
  if (!reading.ok) loading.report(['connector', 'url'], reading.problem)
  const token = rawToken && (await readToken(rawToken, ['connector', 'token'], loading))
  if (token !== undefined && carries(url, token)) {
    loading.report(
      ['connector', 'url'],
      'carries the token; remove it: the harness sends it in the Authorization header',
    )
  }
  if (!rawToken && !raw.process?.command) {
    loading.report(
      ['connector', 'token'],
      'is missing; give { env: NAME } or { file: PATH }: without process.command the harness cannot make one',
    )
  }
  const ca = rawCa && (await readCertificates(rawCa.file, loading))
  return {
    url: reading.ok ? reading.url : '',
    ...(token !== undefined && { token }),
    ...(ca !== undefined && { ca }),
  }
}

const readCertificates = async (file: string, loading: Loading): Promise<string | undefined> => {
  const path: KeyPath = ['connector', 'ca', 'file']
  try {
    const text = await readFile(resolve(loading.folder, file), 'utf8')
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text
    loading.report(path, 'holds no certificate; expected PEM text that begins with -----BEGIN CERTIFICATE-----')
  } catch (error) {
    loading.report(path, `the file ${unreadable(error)}`)
  }
  return undefined
}

export const readProcess = async (raw: RawProcess, loading: Loading): Promise<ProcessConfiguration> => {
  const cwd = resolve(loading.folder, raw.cwd ?? '.')
  if (!(await isFolder(cwd))) loading.report(['process', 'cwd'], 'is not an existing folder')
  const readyWithinMs = raw.ready_within_ms ?? defaultReadyMs
  if (raw.command) return { kind: 'own', command: raw.command, cwd, env: raw.env ?? {}, readyWithinMs }
  if (raw.env) loading.report(['process', 'env'], 'has no effect with process.commands; remove it')
  const { kill, start, identity } = raw.commands ?? { kill: [''], start: [''] }
  return { kind: 'commands', kill, start, ...(identity && { identity }), cwd, readyWithinMs }
}

export const readDestination = async (raw: RawDestination, loading: Loading): Promise<DestinationConfiguration> => {
  const token = raw.token && (await readToken(raw.token, ['destination', 'token'], loading))
  const from = await readSource(raw, token, loading)
  const listen = raw.listen === undefined ? undefined : readListen(raw.listen, loading)
  return {
    from,
    ...(listen && { listen }),
    ...(raw.write && { write: raw.write }),
    ...(token !== undefined && { token }),
    ...(raw.health && { health: raw.health }),
    ...(raw.items && { items: readItems(raw.items, loading) }),
  }
}

const readSource = async (
  raw: RawDestination,
  token: string | undefined,
  loading: Loading,
): Promise<DestinationSource> => {
  if (raw.simulate) return { kind: 'simulate', name: raw.simulate }
  if (raw.handlers !== undefined) {
    const file = resolve(loading.folder, raw.handlers)
    await stat(file).catch((error: unknown) => {
      loading.report(['destination', 'handlers'], `the module ${unreadable(error)}`)
    })
    return { kind: 'handlers', file }
  }
  const path: KeyPath = ['destination', 'upstream']
  const reading = readHttpUrl(raw.upstream ?? '')
  if (!reading.ok) loading.report(path, reading.problem)
  if (token !== undefined && carries(raw.upstream ?? '', token)) loading.report(path, 'carries the token; remove it')
  return { kind: 'upstream', url: reading.ok ? reading.url : '' }
}

const readListen = (text: string, loading: Loading): { readonly host: string; readonly port: number } => {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  if (host !== undefined && port >= 1 && port <= 65_535) return { host, port }
  loading.report(['destination', 'listen'], 'is not HOST:PORT; write it like 127.0.0.1:18056')
  return { host: '', port: 0 }
}

const readItems = (raw: RawItems, loading: Loading): ItemsConfiguration => {
  if (!raw.request && raw.at !== undefined) {
    loading.report(
      ['destination', 'items', 'at'],
      'has no effect with command, which prints the list itself; remove it',
    )
  }
  const id = raw.id === undefined ? {} : { id: raw.id }
  if (!raw.request) return { kind: 'command', command: raw.command ?? [''], ...id }
  const { method = 'GET', path, headers = {} } = raw.request
  return { kind: 'request', method, path, headers, at: raw.at ?? '', ...id }
}

export const readLogs = (raw: RawConfiguration, loading: Loading): LogsConfiguration | undefined => {
  const source = typeof raw.logs === 'object' ? (raw.logs.from ?? raw.logs) : raw.logs
  if (source === undefined) return raw.process?.command ? { from: 'process' } : undefined
  if (source === 'none') return { from: 'none' }
  if (source !== 'process') return readLogSource(source, loading)
  if (!raw.process?.command) {
    loading.report(
      ['logs'],
      'process needs process.command; for a connector that runs elsewhere give { files: … } or { command: … }',
    )
  }
  return { from: 'process' }
}

const readLogSource = (source: RawLogSource, { folder }: Loading): LogsConfiguration =>
  source.command
    ? { from: 'command', command: source.command }
    : { from: 'files', files: (source.files ?? []).map((file) => resolve(folder, file)) }

export const readProfiles = (raw: RawConfiguration): Configuration['profiles'] =>
  raw.profiles === undefined || raw.profiles === 'all'
    ? 'all'
    : raw.profiles.map(({ id, settings = {}, content }) => ({
        id,
        settings,
        ...(content !== undefined && { content }),
      }))

const isFolder = async (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
