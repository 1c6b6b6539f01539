import { join } from 'node:path'
import { isInRealTime } from '../checks/bounds.ts'
import { createObservations, type Observations } from '../checks/observations.ts'
import { createSecretBook, type SecretBook } from '../checks/secret-book.ts'
import { newToken } from '../checks/identity.ts'
import type { Gate } from '../faults/gate.ts'
import { createHistory, type History, type HistoryEvent } from '../history/index.ts'
import {
  type Configuration,
  ConfigurationError,
  connectionRefused,
  expand,
  isEphemeral,
  type LogControl,
  type LogsConfiguration,
  openLogs,
  type ProcessControl,
  startWatchdog,
  type Witness,
  workFolder,
} from '../target/index.ts'
import { nextMoment } from '../wire/exchange.ts'
import { openBodyStore, openWire, type Wire } from '../wire/index.ts'
import { closingStack } from './closing-stack.ts'
import { openDestination, type OpenDestination, type Simulators } from './open-destination.ts'
import { expandEach, openProcess } from './open-process.ts'

/** The connector, and whatever of its surroundings the configuration lets us operate; closes everything on dispose. */
export interface OpenTarget extends AsyncDisposable {
  readonly configuration: Configuration
  readonly token: string
  readonly wire: Wire
  readonly history: History
  readonly observations: Observations
  readonly secrets: SecretBook
  readonly process?: ProcessControl
  readonly destination?: {
    readonly gate: Gate
    readonly witness: Witness
    readonly tokenArrived: () => boolean
    readonly token: string
  }
  readonly logs?: LogControl
  /** Marker → operation id, filled in by the run. */
  readonly markers: Map<string, string>
  /** Operation id → the case it belongs to, filled in by the run. */
  readonly owners: Map<string, string>
  /** See {@link OpenOptions.timeScale}. */
  readonly timeScale: number
  /** Things the reader should know before the run. */
  readonly notes: readonly string[]
}

export interface OpenOptions {
  readonly environment: NodeJS.ProcessEnv
  readonly simulators: Simulators
  /**
   * Multiplies every long wait: 1 unless a proof against our own connectors is in a hurry. A run with any other factor
   * waited less than the rulings demand and can certify nothing; see `isInRealTime`.
   */
  readonly timeScale?: number
  /** Told of everything that enters the history, as it happens; `during` is the case its operation belongs to. */
  readonly recorded: (event: HistoryEvent, during: string | undefined) => void
}

/** Opens the controls in the order in which they need each other. Nothing is started yet but the gate. */
export async function openTarget(configuration: Configuration, options: OpenOptions): Promise<OpenTarget> {
  const { timeScale = 1 } = options
  await using opened = closingStack()
  const watchdog = opened.use(startWatchdog())
  const work = opened.use(await workFolder(watchdog))
  const secrets = createSecretBook()
  const observations = createObservations()
  const owners = new Map<string, string>()
  const history = createHistory((event) => {
    options.recorded(event, 'operation' in event ? owners.get(event.operation) : undefined)
  })
  const markers = new Map<string, string>()
  const token = configuration.connector.token ?? newToken()
  secrets.add('connector token', 'connector token', token)

  let destination: OpenDestination | undefined
  if (configuration.destination) {
    destination = await openDestination(configuration.destination, {
      connectorToken: token,
      folder: configuration.folder,
      environment: options.environment,
      removed: configuration.secretVariables,
      work: work.path,
      simulators: options.simulators,
      observe: (event) => history.record(event),
      operationOf: (marker) => markers.get(marker),
    })
    opened.use(destination)
    secrets.add('destination token', 'destination token', destination.token)
  }

  const { url, ca } = configuration.connector
  const place = { url, token, ...(ca === undefined ? {} : { ca }) }
  const wire = openWire({
    ...place,
    keep: opened.use(openBodyStore(join(work.path, 'answers'))).keep,
    observe: (exchange, request) => {
      if (request.offTheRecord !== true) observations.record(exchange)
    },
  })
  opened.defer(() => wire.close())
  const values = {
    'connector.url': url,
    'connector.port': portOf(url),
    'connector.token': token,
    work: work.path,
    ...(destination ? { 'destination.url': destination.gate.url, 'destination.token': destination.token } : {}),
  }

  const logs = configuration.logs
    ? opened.use(
        openLogs({
          config: expandLogs(configuration.logs, values),
          folder: configuration.folder,
          work: work.path,
          environment: options.environment,
          removed: configuration.secretVariables,
        }),
      )
    : undefined
  if (configuration.process?.kind === 'own' && !(await connectionRefused(url))) {
    throw new ConfigurationError([
      `something already listens at connector.url (${url}), where the harness is to start the connector; end it, or choose another port`,
    ])
  }
  const process = configuration.process
    ? opened.use(
        openProcess(configuration.process, {
          place,
          timeScale,
          values,
          environment: options.environment,
          removed: configuration.secretVariables,
          watchdog,
          secrets: [token, ...(destination ? [destination.token] : [])],
          record: (type) => history.record({ type, moment: nextMoment() }),
          ...(logs?.sink ? { sink: logs.sink } : {}),
        }),
      )
    : undefined

  const closing = opened.move()
  return {
    configuration,
    token,
    wire,
    history,
    observations,
    secrets,
    markers,
    owners,
    timeScale,
    notes: notesOn(configuration, timeScale),
    ...(process ? { process } : {}),
    ...(destination ? { destination } : {}),
    ...(logs ? { logs } : {}),
    [Symbol.asyncDispose]: () => closing[Symbol.asyncDispose](),
  }
}

/** A log command may name what only this run knows. */
function expandLogs(logs: LogsConfiguration, values: Readonly<Record<string, string>>): LogsConfiguration {
  if (logs.from === 'files') return { ...logs, files: logs.files.map((file) => expand(file, values)) }
  return logs.from === 'command' ? { ...logs, command: expandEach(logs.command, values) } : logs
}

function portOf(url: string): string {
  if (url.startsWith('unix:')) return ''
  const { port, protocol } = new URL(url)
  return port || (protocol === 'https:' ? '443' : '80')
}

function notesOn({ connector, process }: Configuration, timeScale: number): readonly string[] {
  const port = Number(portOf(connector.url))
  const notes: string[] = []
  if (!isInRealTime({ timeScale })) {
    notes.push(`every long wait was multiplied by ${timeScale}, so this run cannot certify`)
  }
  if (process?.kind !== 'own' || !isEphemeral(port)) return notes
  return [
    ...notes,
    `port ${port} of connector.url is in the range the system gives to outgoing connections; while the connector is down one of them may take it. A port below 32768 is safe.`,
  ]
}
