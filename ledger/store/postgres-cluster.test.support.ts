import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { test } from 'uvu'

/** A PostgreSQL server of our own that nobody else can reach: a Unix socket in a folder that is removed with it. */
export interface Cluster extends AsyncDisposable {
  /** Of the superuser unless a role is named. Whoever gives a password is asked for it. */
  url(database?: string, role?: string, password?: string): string
  /** A copy of the template where one is named. */
  createDatabase(template?: string): Promise<string>
  /** Runs statements as the superuser. */
  run(database: string, sql: string): Promise<pg.QueryResult>
  /** The folder of its socket, with what it logs in `log`. */
  readonly folder: string
  start(): Promise<void>
  /** Fast: open transactions are broken off. */
  stop(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>
}

const superuser = 'root_of_cluster'
const port = 5432
const runFile = promisify(execFile)

const binFolder: string | undefined = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  ...debianFolders('/usr/lib/postgresql'),
].find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')))

/** Like uvu's `test`; where there is no PostgreSQL the test is counted as skipped. */
export const testWithPostgres: (name: string, body: () => Promise<void>) => void =
  binFolder === undefined ? test.skip : test

let shared: Promise<Cluster> | undefined

/** One for all tests of this process: started when first asked for, gone when the process ends. */
export const sharedCluster = (): Promise<Cluster> => (shared ??= startCluster())

/** For a test that stops its server or changes its roles. */
export async function startCluster(): Promise<Cluster> {
  if (binFolder === undefined) throw new Error('there is no PostgreSQL here')
  const account = await unprivileged()
  // Not below a folder that only root may enter.
  const folder = await mkdtemp(join(account === undefined ? tmpdir() : '/tmp', 'pg-'))
  if (account !== undefined) await chown(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const program = (name: string, ...given: string[]): [string, string[]] =>
    account === undefined
      ? [join(binFolder, name), given]
      : ['setpriv', [...asAccount(account), join(binFolder, name), ...given]]
  const [initdb, options] = program('initdb', '-D', data, '-U', superuser, '-A', 'trust', ...quickly)
  await runFile(initdb, options, { cwd: folder, env: plain() })
  // The superuser comes in without a password; everybody else needs none only when the role has none to ask for.
  const rules = [`local all ${superuser} trust`, 'local all +asked scram-sha-256', 'local all all trust']
  await writeFile(join(data, 'pg_hba.conf'), rules.map((rule) => `${rule}\n`).join(''))

  let server: ChildProcess | undefined
  const cleanUp = (): void => {
    if (server !== undefined) spawnSync(...program('pg_ctl', 'stop', '-D', data, '-m', 'immediate'), { cwd: folder })
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })
  }
  process.on('exit', cleanUp)

  const url = (database = 'postgres', role = superuser, password?: string): string =>
    `postgres://${role}${password === undefined ? '' : `:${encodeURIComponent(password)}`}@/${database}?host=${folder}`
  const cluster: Cluster = {
    folder,
    url,
    run: (database, sql) => runOn(url(database), sql),
    async createDatabase(template = 'template1') {
      const name = `db_${randomBytes(6).toString('hex')}`
      await cluster.run('postgres', `CREATE DATABASE ${name} TEMPLATE ${template}`)
      return name
    },
    async start() {
      const [command, given] = program('postgres', '-D', data, '-k', folder, '-p', `${port}`, ...settings)
      const child = spawn(...dyingWithUs(command, given), {
        cwd: folder,
        env: plain(),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const output of [child.stdout, child.stderr]) {
        output?.on('data', (chunk: Buffer) => appendFileSync(join(folder, 'log'), chunk))
      }
      server = child
      await answers(child, url())
      letProcessEnd(child)
    },
    async stop(signal = 'SIGINT') {
      const child = server
      server = undefined
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      child.ref()
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
    async [Symbol.asyncDispose]() {
      await cluster.stop()
      process.off('exit', cleanUp)
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })
    },
  }
  await cluster.start()
  await cluster.run('postgres', 'CREATE ROLE asked')
  return cluster
}

/** Nothing here outlives a test: no waiting for a disk. SIGKILL keeps what was written all the same. */
const quickly = ['--no-sync', '--encoding=UTF8', '--locale=C', '--no-instructions']
const settings = [
  '-F',
  '-h',
  '',
  '-c',
  'shared_buffers=16MB',
  '-c',
  'max_connections=60',
  '-c',
  'log_min_messages=warning',
]

interface Account {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root: who runs it then. Undefined when we are not root. */
async function unprivileged(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => (await runFile('id', [flag, name])).stdout))
      return { uid: Number(uid), gid: Number(gid) }
    } catch {
      // There is no such user.
    }
  }
  throw new Error('PostgreSQL cannot run as root, and there is neither a user postgres nor nobody')
}

const asAccount = ({ uid, gid }: Account): string[] => [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']

/** A test process that is killed takes its server with it, where the system can do that. */
const dyingWithUs = (command: string, given: string[]): [string, string[]] => {
  if (command === 'setpriv') return [command, ['--pdeathsig=QUIT', ...given]]
  return process.platform === 'linux' ? ['setpriv', ['--pdeathsig=QUIT', command, ...given]] : [command, given]
}

/** Settings of PostgreSQL's clients in our environment are not for this server. */
function plain(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')))
}

async function answers(child: ChildProcess, url: string): Promise<void> {
  const end = performance.now() + 30_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with code ${child.exitCode}`)
    try {
      await runOn(url, 'SELECT 1')
      return
    } catch (error) {
      if (performance.now() > end) throw new Error('PostgreSQL did not start within 30 s', { cause: error })
      await pause(20)
    }
  }
}

function letProcessEnd(child: ChildProcess): void {
  child.unref()
  for (const output of [child.stdout, child.stderr]) (output as { unref?: () => void } | null)?.unref?.()
}

async function runOn(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  // A server that ends while we are connected must not end the test.
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

function debianFolders(top: string): string[] {
  if (!existsSync(top)) return []
  return readdirSync(top)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(top, version, 'bin'))
}
