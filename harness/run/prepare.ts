import type { ConnectorDriver } from '../checks/connector-driver.ts'
import type { DestinationControl } from '../checks/destination-control.ts'
import { outcomeOfThrown } from '../checks/execute.ts'
import { expectNoComplaint, expectSuccess, musts } from '../checks/expect.ts'
import { type Fact, known, type Unknown, unknown } from '../checks/facts.ts'
import type { ProfileInput } from '../checks/profile-input.ts'
import { quoteProblem } from '../checks/quote-problem.ts'
import { Inconclusive, Violation } from '../checks/verdict.ts'
import { checkConnection, type Connection, type Manifest, readManifest, validSettings } from '../protocol/index.ts'
import type { Calibrated } from '../faults/index.ts'
import { type Configuration, ConfigurationError } from '../target/index.ts'
import type { RequestPattern } from '../target/configuration.ts'
import { type Answer, type Exchange, isBrokenAnswer } from '../wire/exchange.ts'
import type { OpenTarget } from './open-target.ts'

/** How many output profiles are driven when the configuration does not choose (R7). */
const profilesAtMost = 8

/** The connector could not be reached at all: no case can say anything. */
export class Unreachable extends Error {}

/** The first exchange of a run. Rejects with {@link Unreachable} when it shows that no other one can succeed. */
export async function readFirstManifest(target: OpenTarget, driver: ConnectorDriver): Promise<Fact<Manifest>> {
  const exchange = await driver.get('manifest')
  const why = whyUnreachable(exchange, target.configuration.connector.url)
  if (why !== undefined) throw new Unreachable(why)
  if (exchange.kind === 'silence') return unknown(`${unusable} (${exchange.why}: ${exchange.detail})`)
  const manifest = exchange.document.ok ? readManifest(exchange.document.value) : undefined
  if (manifest && exchange.status < 300) return known(manifest)
  return unknown(`${unusable} (status ${exchange.status} from GET /v1/manifest)`)
}

/** Of the answer to `GET /v1/manifest`: why no other request can succeed, and what to mend; undefined when one may. */
export function whyUnreachable(exchange: Exchange, url: string): string | undefined {
  if (exchange.kind === 'silence') {
    if (isBrokenAnswer(exchange)) return undefined
    return exchange.why === 'refused'
      ? `nobody listens at ${url}: start the connector, or mend connector.url`
      : `the connector at ${url} gave no complete answer to GET /v1/manifest (${exchange.why}: ${exchange.detail})`
  }
  if (exchange.status !== 401 && exchange.status !== 403) return undefined
  return `the connector refuses the configured token (status ${exchange.status} from GET /v1/manifest): give the connector and connector.token the same token`
}

const unusable = 'the manifest cannot be used; the manifest cases say why'

/** Connects the workspace that all cases use. */
export async function connectFirst(
  target: OpenTarget,
  driver: ConnectorDriver,
  workspaceId: string,
): Promise<{ readonly connectionRef: Fact<string>; readonly refused?: Unknown }> {
  const exchange = await driver.send(driver.request('connect', { workspace_id: workspaceId }))
  if (isRefused(exchange)) {
    const refused = unknown(
      `the connector refuses to connect the workspace: ${quoteProblem(exchange, target.secrets)}`,
      'name a workspace that it accepts in touchstone.yaml:\n  connection: { workspace_id: … }',
    )
    const isOurs = target.configuration.connection.workspaceId === undefined
    return { connectionRef: refused, ...(isOurs && exchange.status < 500 ? { refused } : {}) }
  }
  try {
    const value = expectSuccess(exchange, 'a connection')
    expectNoComplaint(
      musts(checkConnection(value)).filter(({ topic }) => topic === 'shape'),
      'the connection',
    )
    for (const { username, display_name: name } of (value as Connection).accounts) {
      target.secrets.allow(username)
      target.secrets.allow(name)
    }
    return { connectionRef: known((value as Connection).connection_ref) }
  } catch (thrown) {
    if (thrown instanceof Violation || thrown instanceof Inconclusive) {
      return { connectionRef: unknown(`no connection could be made: ${thrown.message}`) }
    }
    throw thrown
  }
}

const isRefused = (exchange: Exchange): exchange is Answer => exchange.kind === 'answer' && exchange.status >= 400

/** The profiles to drive, with valid input for each. A profile that the manifest does not have is a configuration error. */
export function chooseProfiles(
  { profiles }: Configuration,
  manifest: Manifest,
): {
  readonly chosen: readonly ProfileInput[]
  readonly left: readonly string[]
} {
  const offered = manifest.publishing.output_profiles
  if (profiles === 'all') {
    return {
      chosen: offered
        .slice(0, profilesAtMost)
        .map((profile) => ({ profile, settings: validSettings(profile), content: undefined })),
      left: offered.slice(profilesAtMost).map(({ id }) => id),
    }
  }
  const chosen = profiles.map(({ id, settings, content }) => {
    const profile = offered.find((each) => each.id === id)
    if (!profile) {
      throw new ConfigurationError([
        `profiles: the manifest has no profile "${id}"; it has ${offered.map((each) => each.id).join(', ')}`,
      ])
    }
    return { profile, settings: validSettings(profile, settings), content }
  })
  return {
    chosen,
    left: offered.filter(({ id }) => !chosen.some(({ profile }) => profile.id === id)).map(({ id }) => id),
  }
}

/** One undisturbed publish that shows the gate which request is the write. Gives the time it took, or why it failed. */
export async function calibrate(
  driver: ConnectorDriver,
  destination: DestinationControl,
  input: ProfileInput,
  signal: AbortSignal,
): Promise<Fact<number>> {
  const { gate, witness } = destination
  try {
    const operation = driver.operation(input)
    const began = performance.now()
    const calibrated = await gate.calibrate(
      operation.id,
      async () => {
        await driver.publishToEnd(operation)
      },
      witness.exact ? () => destination.count(operation) : undefined,
    )
    const { unattributed, write, writeIsPinned } = gate.learned
    if (writeIsPinned && write && !gate.attempts(operation.id).some((attempt) => attempt.write)) {
      return pinnedWriteMissing(write, calibrated)
    }
    if (unattributed) {
      return unknown(
        `the baseline publish created its item by ${named(unattributed)}, in which nothing shows which publish it belongs to`,
        `${mendWrite}\nThe request that it names must carry the text of the post, its operation_id, or in its path an id from the answer to a request that does.`,
      )
    }
    if (!write) {
      return unknown(
        'the baseline publish reached the destination through no request that carries its text',
        'let the connector talk to the gate (destination.url), or name the write in touchstone.yaml:\n  destination:\n    write: { method: POST, path: /… }',
      )
    }
    return known(performance.now() - began)
  } catch (thrown) {
    const outcome = outcomeOfThrown(thrown, signal)
    if (outcome.verdict === 'inconclusive') return unknown(outcome.reason, outcome.enable)
    if (outcome.verdict === 'fail') {
      return unknown(`the baseline publish failed: expected ${outcome.expected}, got ${outcome.actual}`)
    }
    throw thrown
  }
}

const mendWrite = 'mend destination.write in touchstone.yaml:\n  destination:\n    write: { method: POST, path: /… }'

/** Without this every case would wait in vain for a request that never comes. */
const pinnedWriteMissing = (write: RequestPattern, { own, others }: Calibrated): Unknown =>
  unknown(
    `no request of the baseline publish is the ${named(write)} of destination.write; of the publish there came ${listed(own)}, of no publish ${listed(others)}`,
    mendWrite,
  )

const named = ({ method, path }: RequestPattern): string => `${method} ${path}`

const namedAtMost = 8

const listed = (patterns: readonly RequestPattern[]): string => {
  const names = patterns.slice(0, namedAtMost).map(named)
  const left = patterns.length - names.length
  return names.length === 0 ? 'nothing' : `${names.join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}
