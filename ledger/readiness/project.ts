import { decide } from './decide.ts'
import { type Blocker, type BlockerCode, type Decision, states } from './decision.ts'
import { type Asked, gather, type Surroundings } from './gather.ts'
import type { Facts } from './facts.ts'
import type { ProfileItem, Projection, ProviderItem } from './projection.ts'
import type { AccountSource, ProfileSource, ProviderSource } from './sources.ts'

/** Whose accounts are looked at; undefined for all. */
export interface Scope {
  readonly workspaceId?: string
}

/** The one projection that every face shows (§1). All providers are listed, ready or not. */
export async function project(around: Surroundings, { workspaceId }: Scope = {}): Promise<Projection> {
  const providers: ProviderItem[] = []
  for (const provider of around.sources.providers) {
    const accounts = provider.accounts.filter((each) => workspaceId === undefined || each.workspace_id === workspaceId)
    providers.push(await providerItem({ ...provider, accounts }, around))
  }
  return { providers }
}

async function providerItem(provider: ProviderSource, around: Surroundings): Promise<ProviderItem> {
  const connect = await decided({ provider, operation: 'connect', intent: 'production' }, around)
  const profiles: ProfileItem[] = []
  for (const account of provider.accounts) {
    for (const profile of provider.profiles) profiles.push(await profileItem(provider, account, profile, around))
  }
  const publishes = profiles.flatMap(({ immediate, scheduled }) => [immediate, scheduled])
  const decisions = [connect, ...publishes]
  const worst = worstOf(connect, publishes)
  const issues = issuesOf(decisions.flatMap(({ blockers = [] }) => blockers))
  return {
    provider: provider.id,
    state: worst.state,
    connectable: connect.connectable,
    advertisable: decisions.some(({ advertisable }) => advertisable),
    facts: worst.facts,
    ...(profiles.length === 0 ? {} : { profiles }),
    configured_app_state: provider.app.state,
    connected_accounts: provider.accounts.length,
    ...(issues.length === 0 ? {} : { blocking_issues: issues }),
  }
}

async function profileItem(
  provider: ProviderSource,
  account: AccountSource,
  profile: ProfileSource,
  around: Surroundings,
): Promise<ProfileItem> {
  const asked = { provider, account, profile, intent: 'production' } as const
  return {
    social_account_id: account.id,
    output_profile: profile.id,
    immediate: await decided({ ...asked, operation: 'publish_immediate' }, around),
    scheduled: await decided({ ...asked, operation: 'publish_scheduled' }, around),
  }
}

/** One decision, from the facts of this moment. */
export async function decided(asked: Asked, around: Surroundings): Promise<Decision> {
  const { question, facts, circumstances } = await gather(asked, around)
  return decide(question, facts, circumstances)
}

/**
 * The decision whose facts stand for the provider: of those in the worst state the one with most to be desired, so that the
 * summary never looks better than what it sums up. Connecting stands for it only where it is worse than every publish: it
 * looks at no evidence, and `missing` beside a healthy state would say that some is lacking.
 */
function worstOf(connect: Decision, publishes: readonly Decision[]): Decision {
  const [worst] = publishes.toSorted((a, b) => rank(a) - rank(b) || shortcomings(b.facts) - shortcomings(a.facts))
  return worst === undefined || rank(connect) < rank(worst) ? connect : worst
}

const rank = ({ state }: Decision): number => states.indexOf(state)

const good = ['configured', 'current', 'approved', 'not_required', 'valid', 'enabled', 'allowed']

const shortcomings = (facts: Facts): number => Object.values(facts).filter((each) => !good.includes(each)).length

const issuesOf = (blockers: readonly Blocker[]): readonly BlockerCode[] =>
  [...new Set(blockers.map(({ code }) => code))].toSorted()
