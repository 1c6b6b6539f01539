import { randomInt } from 'node:crypto'
import { newToken } from '../checks/identity.ts'
import { type Gate, type GateEvent, loadHandlers, openGate } from '../faults/index.ts'
import {
  commandEnvironment,
  type DestinationConfiguration,
  freePortBelowEphemeral,
  itemsByCommand,
  itemsByRequest,
  simulated,
  type Witness,
} from '../target/index.ts'
import { makeNeedles } from '../wire/needles.ts'
import { closingStack } from './closing-stack.ts'
import { gateWitness } from './gate-witness.ts'

/** A destination of ours that the gate stands in front of. */
export interface SimulatedDestination {
  readonly url: string
  items(marker: string): readonly { readonly id: string }[]
  close(): Promise<void>
}

/** How `destination: { simulate: NAME }` is started; the harness itself brings none. */
export type Simulators = Readonly<Record<'generic', (options: { token: string }) => Promise<SimulatedDestination>>>

export interface OpenDestination extends AsyncDisposable {
  readonly gate: Gate
  readonly witness: Witness
  /** What the connector shows to the destination; a fresh one where the configuration names none. */
  readonly token: string
  /** The connector's own token came in with a request (§5.1.3). */
  readonly tokenArrived: () => boolean
}

/** Not from the seed: two runs with one seed at the same time must not want the same port. */
const anyPort = (): number => randomInt(2 ** 32) / 2 ** 32

export async function openDestination(
  configuration: DestinationConfiguration,
  options: {
    readonly connectorToken: string
    readonly folder: string
    readonly environment: NodeJS.ProcessEnv
    readonly removed: readonly string[]
    readonly work: string
    readonly simulators: Simulators
    readonly observe: (event: GateEvent) => void
    readonly operationOf: (marker: string) => string | undefined
  },
): Promise<OpenDestination> {
  await using opened = closingStack()
  const token = configuration.token ?? newToken()
  const { from } = configuration
  const simulation = from.kind === 'simulate' ? await options.simulators[from.name]({ token }) : undefined
  if (simulation) opened.defer(() => simulation.close())

  // A short one would be found by chance; the case that asks says so.
  const isLong = Buffer.byteLength(options.connectorToken) >= 12
  const forbidden = makeNeedles(isLong ? [{ name: 'connector token', value: options.connectorToken }] : [])
  let tokenArrived = false
  const upstream = simulation?.url ?? (from.kind === 'upstream' ? from.url : undefined)
  const gate = await openGate({
    source:
      from.kind === 'handlers'
        ? { kind: 'handlers', handlers: await loadHandlers(from.file) }
        : { kind: 'upstream', url: upstream ?? '' },
    listen: configuration.listen ?? { host: '127.0.0.1', port: await freePortBelowEphemeral(anyPort) },
    ...(configuration.write ? { write: configuration.write } : {}),
    ...(configuration.health ? { health: configuration.health } : {}),
    observe: options.observe,
    inspect: (bytes) => {
      tokenArrived ||= forbidden.search(bytes).length > 0
    },
  })
  opened.use(gate)

  const witness = ((): Witness => {
    if (simulation) return simulated(async (marker) => simulation.items(marker))
    const { items } = configuration
    if (items?.kind === 'request') {
      const config = { config: items, upstream: gate.upstream, destinationToken: token }
      return itemsByRequest(config)
    }
    if (items?.kind === 'command') {
      const env = { ...commandEnvironment(options.environment, options.removed), DESTINATION_TOKEN: token }
      return itemsByCommand({ config: items, cwd: options.folder, env, work: options.work })
    }
    return gateWitness(gate, options.operationOf)
  })()

  const closing = opened.move()
  return {
    gate,
    witness,
    token,
    tokenArrived: () => tokenArrived,
    [Symbol.asyncDispose]: () => closing[Symbol.asyncDispose](),
  }
}
