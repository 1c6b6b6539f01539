import { lookupPath, type Manifest, routes, type RouteName } from '../protocol/index.ts'
import type { Exchange } from '../wire/exchange.ts'
import type { WireRequest } from '../wire/request.ts'
import type { Wire } from '../wire/wire.ts'
import type { HostCall } from './calls.ts'
import { carryOut, type Ending } from './carry-out.ts'
import { type Clock, monotonic } from './clock.ts'
import type { Fence } from './fence.ts'
import { type Bound, type Installation, type InstallationEvent, objection, stepInstallation } from './installation.ts'
import type { Patience } from './operation.ts'
import { type Draft, makeRendition, type Rendition } from './rendition.ts'
import { connectionOf, type Given, healthOf, manifestOf, notGiven, type NotGiven, resolutionOf } from './startup.ts'

export interface HostOptions {
  readonly wire: Pick<Wire, 'send'>
  /** Of this host alone, and the caller's to close. */
  readonly fence: HostFence
  /** Whether start-up fails with the connector; an optional one is quarantined. */
  readonly required: boolean
  readonly workspaceId: string
  /** The account binding of an earlier process. */
  readonly bound?: Bound
  readonly builtinProviders?: readonly string[]
  readonly clock?: Clock
  readonly patience?: Partial<HostPatience>
  readonly signal: AbortSignal
  /** Runs every publish and lookup, for a caller who records them. */
  readonly around?: (kind: HostCall['kind'], operationId: string, send: () => Promise<Exchange>) => Promise<Exchange>
}

/** What a host needs of a fence; one that is kept in a database of others records when it has been recorded there. */
export interface HostFence extends Pick<Fence, 'prepare' | 'find'> {
  record(...note: Parameters<Fence['record']>): void | Promise<void>
}

export interface HostPatience extends Patience {
  /** How long one `publish` goes on asking. */
  readonly totalMs: number
  /** Bound of one exchange. */
  readonly exchangeMs: number
}

export const defaultPatience: HostPatience = {
  firstPauseMs: 250,
  longestPauseMs: 60_000,
  publishes: 3,
  totalMs: 600_000,
  exchangeMs: 60_000,
}

/** A conforming caller of one connector (§3.5). */
export interface Host {
  readonly installation: Installation
  /** The manifest that was last accepted. */
  readonly manifest: Manifest | undefined
  /** Every publish and lookup so far. */
  readonly calls: readonly HostCall[]
  /** Starts again: manifest, then health. The way out of quarantine. */
  check(): Promise<Installation>
  /** Binds the first account offered; the way out of `reconnect required`. */
  connect(): Promise<Given<Bound>>
  /** Resolves, and stores the rendition with the revision that the connector named. Nothing is published. */
  prepare(draft: Draft): Promise<Given<Rendition>>
  /** For a rendition of another fence or process (R27). */
  adopt(rendition: Rendition): void
  /** Carries a prepared operation as far as it goes. One that may have been written is only looked up. */
  publish(operationId: string): Promise<Ending>
  /** Is the bound account still offered, and the token still accepted? Undefined when the answer does not tell. */
  authorization(): Promise<Authorization | undefined>
}

export interface Authorization {
  readonly tokenAccepted: boolean
  readonly accountOffered: boolean
}

/** Opens a host and starts it: manifest, then health. Look at `installation` for how that went. */
export async function openHost(options: HostOptions): Promise<Host> {
  const { wire, fence, required, workspaceId, bound, signal, clock = monotonic, builtinProviders = [] } = options
  const { around = (_kind, _id, send): Promise<Exchange> => send() } = options
  const patience: HostPatience = { ...defaultPatience, ...options.patience }
  const calls: HostCall[] = []
  const underWay = new Map<string, Promise<Ending>>()
  let installation: Installation = { is: 'starting', required, ...(bound === undefined ? {} : { bound }) }
  let manifest: Manifest | undefined

  const ask = (route: Exclude<RouteName, 'lookup'>, json?: unknown): Promise<Exchange> =>
    wire.send({ ...requestOf(route, json), deadlineMs: patience.exchangeMs, signal })

  /** Takes the event and carries out what follows from it. */
  const dispatch = async (event: InstallationEvent): Promise<void> => {
    const stepped = stepInstallation(installation, event)
    installation = stepped.installation
    for (const effect of stepped.effects) await dispatch(await observe(effect.do))
  }

  const observe = async (what: 'read manifest' | 'read health'): Promise<InstallationEvent> => {
    if (what === 'read health') {
      const health = healthOf(await ask('health'))
      return health.ok ? { type: 'healthy' } : { type: 'unhealthy', why: health.why }
    }
    const read = manifestOf(await ask('manifest'), builtinProviders)
    if (!read.ok) return { type: 'manifest unusable', why: read.why }
    manifest = read.value
    return { type: 'manifest read', revision: read.value.capability_revision }
  }

  const publish = async (operationId: string): Promise<Ending> => {
    const fenced = fence.find(operationId)
    if (!fenced) throw new Error(`operation ${operationId} was never prepared`)
    const { rendition, operation } = fenced
    const requests = {
      publish: requestOf('publish', rendition.request),
      lookup: { method: 'GET', path: lookupPath(operationId) },
    } satisfies Record<HostCall['kind'], WireRequest>
    return carryOut(operation, {
      operationId,
      patience,
      clock,
      until: clock.now() + patience.totalMs,
      signal,
      record: (note) => fence.record(operationId, note),
      send: (kind) =>
        around(kind, operationId, () => wire.send({ ...requests[kind], deadlineMs: patience.exchangeMs, signal })),
      objection: () => objection(installation, rendition.request.capability_revision),
      called: (call) => void calls.push(call),
    })
  }

  const host: Host = {
    get installation() {
      return installation
    },
    get manifest() {
      return manifest
    },
    calls,
    async check() {
      await dispatch({ type: 'start' })
      return installation
    },
    async connect() {
      // The new revision may have come with other profiles.
      if (installation.is === 'reconnect required') await host.check()
      if (installation.is !== 'ready' && installation.is !== 'reconnect required') return notReady(installation)
      const capabilityRevision = installation.revision
      const connection = connectionOf(await ask('connect', { workspace_id: workspaceId }))
      if (!connection.ok) return connection
      const [account] = connection.value.accounts
      if (account === undefined) return notGiven('no account was offered')
      const made: Bound = {
        workspaceId,
        connectionRef: connection.value.connection_ref,
        accountId: account.id,
        capabilityRevision,
      }
      await dispatch({ type: 'connected', bound: made })
      return { ok: true, value: made }
    },
    async prepare(draft) {
      const at = installation
      if (at.is !== 'ready') return notReady(at)
      if (at.bound === undefined) return notGiven('no account is bound')
      const resolution = resolutionOf(
        await ask('resolve', {
          connection_ref: at.bound.connectionRef,
          output_profile: draft.outputProfile,
          intent: 'post',
          settings: draft.settings,
        }),
      )
      if (!resolution.ok) return resolution
      await dispatch({ type: 'revision seen', revision: resolution.value.capability_revision })
      if (installation.is !== 'ready') return notReady(installation)
      if (!resolution.value.available) {
        return { ok: false, why: 'the profile or its settings are not available', answered: true }
      }
      const rendition = makeRendition(draft, at.bound, resolution.value.capability_revision)
      fence.prepare(rendition)
      return { ok: true, value: rendition }
    },
    adopt: (rendition) => fence.prepare(rendition),
    publish(operationId) {
      // Two publishes of one operation at once would be one too many: the second joins the first.
      const joined = underWay.get(operationId)
      if (joined) return joined
      const started = publish(operationId).finally(() => underWay.delete(operationId))
      underWay.set(operationId, started)
      return started
    },
    async authorization() {
      const { bound: now } = installation
      if (now === undefined) return undefined
      const exchange = await ask('connect', { workspace_id: workspaceId })
      if (exchange.kind === 'silence') return undefined
      if (exchange.status === 401 || exchange.status === 403) return { tokenAccepted: false, accountOffered: false }
      if (exchange.status < 200 || exchange.status >= 300) return undefined
      const connection = connectionOf(exchange)
      const accountOffered =
        connection.ok &&
        connection.value.connection_ref === now.connectionRef &&
        connection.value.accounts.some(({ id }) => id === now.accountId)
      return { tokenAccepted: true, accountOffered }
    },
  }
  await host.check()
  return host
}

const notReady = ({ is }: Installation): NotGiven => notGiven(`the installation is ${is}`)

function requestOf(name: Exclude<RouteName, 'lookup'>, json?: unknown): WireRequest {
  const route = routes.find((each) => each.name === name)
  if (!route) throw new TypeError(`no route ${name}`)
  return { method: route.method, path: route.path, ...(json === undefined ? {} : { json }) }
}
