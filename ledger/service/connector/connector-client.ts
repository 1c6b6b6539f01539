import {
  type Connection,
  markupIn,
  readConnection,
  readProblem,
  type Resolution,
  readResolution,
} from '../../../harness/protocol/index.ts'
import { type Exchange, openWire, type Wire } from '../../../harness/wire/index.ts'
import { printable } from '../../../reporters/index.ts'
import { ServiceProblem } from '../problem.ts'

/** A connector answers within this, or is not waited for. */
const deadlineMs = 10_000
/** More of its constraints is not passed on. */
const longestResolution = 64 * 1024

/** The two requests that never change anything at a destination (§3.5). Nothing of the connector's text is trusted. */
export interface ConnectorClient extends AsyncDisposable {
  /** @throws ServiceProblem */
  connect(workspaceId: string): Promise<Connection>
  /** @throws ServiceProblem */
  resolve(request: {
    readonly connection_ref: string
    readonly output_profile: string
    readonly settings: Readonly<Record<string, unknown>>
  }): Promise<Resolution>
}

export function connectorClient(url: string, token: string): ConnectorClient {
  const wire = openWire({ url, token })
  const ask = async <T>(path: string, json: unknown, read: (value: unknown) => T | undefined): Promise<T> => {
    const value = documentOf(await sent(wire, path, json), token)
    const readable = read(value)
    if (readable !== undefined && !JSON.stringify(value).includes(token)) return readable
    throw unknownAnswer()
  }
  return {
    connect: (workspace_id) => ask('/v1/connections', { workspace_id }, readConnection),
    async resolve(request) {
      const { capability_revision, available, constraints, unavailable_reason } = await ask(
        '/v1/capabilities/resolve',
        { ...request, intent: 'post' },
        readResolution,
      )
      if (markupIn(unavailable_reason ?? '') !== undefined) throw unknownAnswer()
      if (JSON.stringify(constraints ?? {}).length > longestResolution) {
        throw new ServiceProblem('connector_problem', 'The connector answered more than is passed on.')
      }
      return {
        capability_revision: printable(capability_revision),
        available,
        ...(constraints === undefined ? {} : { constraints }),
        ...(unavailable_reason === undefined ? {} : { unavailable_reason: printable(unavailable_reason) }),
      }
    },
    [Symbol.asyncDispose]: () => wire.close(),
  }
}

const unknownAnswer = (): ServiceProblem =>
  new ServiceProblem('connector_problem', 'The connector answered something that the protocol does not know.')

const sent = (wire: Wire, path: string, json: unknown): Promise<Exchange> =>
  wire.send({ method: 'POST', path, json, deadlineMs })

/** The document of a good answer; everything else is a problem in our words, and the connector's where it may be shown. */
function documentOf(exchange: Exchange, token: string): unknown {
  if (exchange.kind === 'silence') {
    throw exchange.why === 'timed out'
      ? new ServiceProblem('connector_timeout', 'The connector did not answer in time.')
      : new ServiceProblem('connector_unreachable', `The connector gave no answer (${exchange.why}).`)
  }
  const { status, document } = exchange
  const value = document.ok ? document.value : undefined
  if (status >= 200 && status < 300) return value
  throw new ServiceProblem('connector_problem', `The connector answered ${status}.`, {
    connector: { status, ...saidSafely(value, token) },
  })
}

/** What a typed problem says, as short printable text without markup; nothing of it where the token stands in it. */
function saidSafely(value: unknown, token: string): Readonly<Record<string, string | number>> {
  const problem = readProblem(value)
  if (problem === undefined) return {}
  const { title, kind, detail, action, provider_code, outcome, retry_after } = problem
  const said = { title, kind, detail, action, provider_code, outcome, retry_after }
  const shown = Object.entries(said).flatMap(([name, each]) =>
    each === undefined ? [] : [[name, typeof each === 'number' ? each : printable(each).slice(0, 300)] as const],
  )
  return JSON.stringify(said).includes(token) ? {} : Object.fromEntries(shown)
}
