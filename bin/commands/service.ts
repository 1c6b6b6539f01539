import { access } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { ConfigurationError } from '../../harness/target/index.ts'
import { openStore } from '../../ledger/store/index.ts'
import {
  createService,
  listen,
  openAdmins,
  openBrowserSessions,
  openState,
  openTokens,
  readSourceCatalogue,
  type SourceCatalogue,
  type StateDatabase,
  StateError,
  type Token,
  tokenScopes,
  whyNotName,
} from '../../ledger/service/index.ts'
import { mcpOverHttp } from '../../ledger/service/mcp/index.ts'
import { openFingerprints, openSigningKey, trustedKeys } from '../ledger/keys-folder.ts'
import { onLedgers } from '../ledger/trouble.ts'
import { openReadinessFor } from '../readiness/open-readiness-for.ts'
import { connectorTokens } from '../service/connector-tokens.ts'
import { readPassword } from '../service/read-password.ts'
import { untilToldToEnd } from '../service/until-told-to-end.ts'
import { UsageError } from '../usage-error.ts'
import { version } from '../version.ts'
import type { Arguments } from './index.ts'

/** Serves until it is told to end, which is how it is meant to end: 0. */
export const serve = (options: Arguments): Promise<number> =>
  onLedgersAndState(async () => {
    const { port, host, base } = readPlace(options)
    const keys = String(options['keys'])
    const catalogue = await catalogueFor(options)
    await using store = await openStore(ledgerOf(options))
    await using state = await stateFor(options)
    // Made before the list is read, on which the admin key is put when it is new.
    const key = await openFingerprints(keys)
    const adminKey = await openSigningKey(keys, 'admin')
    const trusted = await trustedKeys(keys, textOr(options['trusted']))
    if (!trusted.some(({ keyid, role }) => keyid === adminKey.keyid && role === 'admin')) {
      throw new UsageError(
        `${join(keys, 'admin.pem')} is not on the list of trusted keys as admin; nothing it signs is believed`,
      )
    }
    await using opened = await openReadinessFor(options)
    const { readiness } = opened
    const app = createService({
      readiness,
      store,
      state,
      adminKey,
      key,
      trusted,
      catalogue,
      base,
      behindProxy: options['behind-proxy'] === true,
      note: say,
      version: version(),
      mcp: (shared) => mcpOverHttp({ readiness: shared, version: version() }),
      connectorToken: connectorTokens(dirname(resolve(String(options['sources']))), process.env),
    })
    await using listening = await listen(app, port, host)
    if (readiness.trouble !== undefined)
      say(`${readiness.trouble}; nothing is permitted until it is mended; start it again then`)
    if ((await openAdmins(state, Date.now).count()) === 0) {
      say('there is no administrator yet: touchstone service init-admin makes the first one')
    }
    if (!/^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host) && options['behind-proxy'] !== true) {
      say('passwords and tokens cross the network in the clear; put a proxy with TLS before it and give --behind-proxy')
    }
    say(`serving at http://${host.includes(':') ? `[${host}]` : host}:${listening.port}${base}; Ctrl-C ends it`)
    await untilToldToEnd()
    return 0
  })

export const initAdmin = (options: Arguments): Promise<number> =>
  onState(options, async (state) => {
    const name = String(options['name'])
    const wrong = whyNotName(name)
    if (wrong !== undefined) throw new UsageError(wrong)
    const admins = openAdmins(state, Date.now)
    if ((await admins.count()) > 0 && options['add'] !== true) {
      throw new UsageError('there is an administrator already; --add makes one more')
    }
    const password = await readPassword(textOr(options['password-file']))
    if (!(await admins.add(name, password)))
      throw new UsageError(`there is an administrator of the name ${name} already`)
    print(`${name} may sign in\n`)
    return 0
  })

export const createToken = (options: Arguments): Promise<number> =>
  onState(options, async (state) => {
    const words = String(options['scope']).split(',')
    const scopes = tokenScopes.filter((scope) => words.includes(scope))
    if (scopes.length < words.length) throw new UsageError(`--scope takes ${tokenScopes.join(' and ')}, with a comma`)
    const days = Number(options['days'])
    if (!(days > 0 && days <= 3_650)) throw new UsageError('--days takes a number above 0, at most 3650')
    const workspace = textOr(options['workspace'])
    const { id, token } = await openTokens(state, Date.now).create({
      scopes,
      note: textOr(options['note']) ?? '',
      expiresAt: Date.now() + Math.ceil(days * 86_400_000),
      ...(workspace === undefined ? {} : { workspaceId: workspace }),
    })
    say(`token ${id}; it is printed once, and only its digest is kept`)
    print(`${token}\n`)
    return 0
  })

export const listTokens = (options: Arguments): Promise<number> =>
  onState(options, async (state) => {
    const tokens = await openTokens(state, Date.now).list()
    print(options['json'] === true ? `${JSON.stringify(tokens, undefined, 2)}\n` : tokens.map(tokenLine).join(''))
    return 0
  })

export const revoke = (options: Arguments): Promise<number> =>
  onState(options, async (state) => {
    const [token, sessions, admin] = ['token', 'sessions', 'admin'].map((name) => textOr(options[name]))
    if ([token, sessions, admin].filter((each) => each !== undefined).length !== 1) {
      throw new UsageError('revoke takes exactly one of --token, --sessions and --admin')
    }
    if (token !== undefined) {
      if (!(await openTokens(state, Date.now).revoke(token))) throw new UsageError('there is no such token in force')
      print(`token ${token} is revoked\n`)
      return 0
    }
    const admins = openAdmins(state, Date.now)
    const found = await admins.find(sessions ?? admin ?? '')
    if (found === undefined) throw new UsageError('there is no administrator of this name')
    if (admin !== undefined) {
      await admins.remove(admin)
      print(`${admin} may no longer sign in, and is signed out\n`)
      return 0
    }
    print(`${found.name} is signed out of ${await openBrowserSessions(state, Date.now).endAll(found.id)} sessions\n`)
    return 0
  })

const onState = (options: Arguments, work: (state: StateDatabase) => Promise<number>): Promise<number> =>
  onLedgersAndState(async () => {
    await using state = await stateFor(options)
    return await work(state)
  })

/** The database can go away at any time, also after it was opened. */
const onLedgersAndState = (work: () => Promise<number>): Promise<number> =>
  onLedgers(() =>
    work().catch((error: unknown) => {
      throw error instanceof StateError ? new UsageError(error.message) : error
    }),
  )

const stateFor = (options: Arguments): Promise<StateDatabase> => openState(ledgerOf(options), textOr(options['state']))

/** Where none is named, the one beside the sources, if it is there. */
async function catalogueFor(options: Arguments): Promise<SourceCatalogue> {
  const named = textOr(options['source-catalogue'])
  const file = named ?? join(dirname(resolve(String(options['sources']))), 'source-catalogue.yaml')
  if (
    named === undefined &&
    !(await access(file).then(
      () => true,
      () => false,
    ))
  )
    return new Map()
  return readSourceCatalogue(file).catch((error: unknown) => {
    throw error instanceof ConfigurationError ? new UsageError(error.message) : error
  })
}

function readPlace(options: Arguments): { readonly port: number; readonly host: string; readonly base: string } {
  const port = Number(options['port'])
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError('--port takes a whole number between 0 and 65535; 0 is any free one')
  }
  const base = String(options['base']).replace(/\/+$/, '')
  if (!/^(?:\/[A-Za-z0-9._~-]+)*$/.test(base) || /\/\.{1,2}(?:\/|$)/.test(base)) {
    throw new UsageError('--base takes a path such as /touchstone')
  }
  return { port, host: String(options['host']), base }
}

const tokenLine = ({ id, scopes, workspaceId, note, expiresAt, revokedAt }: Token): string => {
  const over = expiresAt !== undefined && expiresAt <= Date.now()
  const state = revokedAt !== undefined ? 'revoked' : over ? 'expired' : 'in force'
  const until = expiresAt === undefined ? 'no end' : new Date(expiresAt).toISOString().slice(0, 10)
  return `${[id, state.padEnd(8), until, scopes.join(','), workspaceId ?? 'all workspaces', note].join('  ').trimEnd()}\n`
}

const textOr = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const ledgerOf = ({ ledger }: Arguments): string => String(ledger)
const print = (text: string): void => void process.stdout.write(text)
const say = (text: string): void => void process.stderr.write(`touchstone: ${text}\n`)
