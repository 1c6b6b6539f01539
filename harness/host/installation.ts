/** One connector as it is installed in the host. `bound`: the account binding that publishes go through. */
export type Installation =
  | { readonly is: 'starting'; readonly required: boolean; readonly revision?: string; readonly bound?: Bound }
  | { readonly is: 'ready'; readonly required: boolean; readonly revision: string; readonly bound?: Bound }
  /** An optional connector that failed at start-up or in health: nothing is published through it. */
  | Unfit<'quarantined'>
  /** A required one: the host does not start. */
  | Unfit<'blocked'>
  /** The capability revision changed since the accounts were bound. */
  | { readonly is: 'reconnect required'; readonly required: boolean; readonly revision: string; readonly bound: Bound }

interface Unfit<Word extends string> {
  readonly is: Word
  readonly required: boolean
  readonly why: string
  readonly revision?: string
  readonly bound?: Bound
}

/** The stored account binding of one workspace. Plain JSON, to outlive the process. */
export interface Bound {
  readonly workspaceId: string
  readonly connectionRef: string
  readonly accountId: string
  /** The connector's at the time of binding. */
  readonly capabilityRevision: string
}

export type InstallationEvent =
  /** The host starts, or looks again. */
  | { readonly type: 'start' }
  | { readonly type: 'manifest read'; readonly revision: string }
  | { readonly type: 'manifest unusable'; readonly why: string }
  | { readonly type: 'healthy' }
  | { readonly type: 'unhealthy'; readonly why: string }
  /** The connector named its current revision. */
  | { readonly type: 'revision seen'; readonly revision: string }
  | { readonly type: 'connected'; readonly bound: Bound }

export type InstallationEffect = { readonly do: 'read manifest' } | { readonly do: 'read health' }

export interface InstallationStep {
  readonly installation: Installation
  readonly effects: readonly InstallationEffect[]
}

/** What the host decides about a connector (§3.5, §7.2). */
export function stepInstallation(now: Installation, event: InstallationEvent): InstallationStep {
  switch (event.type) {
    case 'start':
      return { installation: starting(now), effects: [{ do: 'read manifest' }] }
    case 'manifest read':
      if (now.is !== 'starting') return still(now)
      return { installation: { ...now, revision: event.revision }, effects: [{ do: 'read health' }] }
    case 'manifest unusable':
      return still(now.is === 'starting' ? unfit(now, event.why) : now)
    case 'healthy':
      return still(now.is === 'starting' && now.revision !== undefined ? fit(now, now.revision) : now)
    case 'unhealthy':
      return still(now.is === 'quarantined' || now.is === 'blocked' ? now : unfit(now, event.why))
    case 'revision seen':
      return still(isFit(now) ? fit(now, event.revision) : now)
    case 'connected':
      return still(isFit(now) ? fit({ ...now, bound: event.bound }, now.revision) : now)
  }
}

/** Why nothing may be published with this stored revision now; undefined when it may. */
export function objection(installation: Installation, capabilityRevision: string): string | undefined {
  if (installation.is !== 'ready') return `the installation is ${installation.is}`
  if (installation.bound === undefined) return 'no account is bound'
  if (installation.revision !== capabilityRevision) return 'the rendition was prepared for another capability revision'
  return undefined
}

/** For people, of an installation that is not `ready`. */
export const whyNotReady = (installation: Installation): string =>
  installation.is === 'quarantined' || installation.is === 'blocked'
    ? `the installation is ${installation.is}: ${installation.why}`
    : `the installation is ${installation.is}`

type Common = Pick<Installation, 'required'> & { readonly revision?: string; readonly bound?: Bound }

const still = (installation: Installation): InstallationStep => ({ installation, effects: [] })

const common = ({ required, revision, bound }: Common): Common => ({
  required,
  ...(revision === undefined ? {} : { revision }),
  ...(bound === undefined ? {} : { bound }),
})

const starting = (now: Installation): Installation => ({ ...common(now), is: 'starting' })

const unfit = (now: Installation, why: string): Installation => ({
  ...common(now),
  is: now.required ? 'blocked' : 'quarantined',
  why,
})

const isFit = (now: Installation): now is Extract<Installation, { is: 'ready' | 'reconnect required' }> =>
  now.is === 'ready' || now.is === 'reconnect required'

function fit(now: Installation, revision: string): Installation {
  const { required, bound } = now
  if (bound === undefined) return { is: 'ready', required, revision }
  return { is: bound.capabilityRevision === revision ? 'ready' : 'reconnect required', required, revision, bound }
}
