import type { WholeTarget } from '../history/index.ts'
import {
  connectionRefused,
  expand,
  type LogSink,
  ownProcess,
  type ProcessConfiguration,
  type ProcessControl,
  remoteProcess,
  type Watchdog,
} from '../target/index.ts'
import { isBrokenAnswer } from '../wire/exchange.ts'
import { openWire } from '../wire/index.ts'

/** The process control of a run: its readiness is the first authenticated HTTP answer, and kills enter the history. */
export function openProcess(
  configuration: ProcessConfiguration,
  options: {
    /** Of {@link readyTryMs}. */
    readonly timeScale: number
    readonly place: { readonly url: string; readonly token: string; readonly ca?: string }
    readonly values: Readonly<Record<string, string>>
    readonly environment: NodeJS.ProcessEnv
    readonly removed: readonly string[]
    readonly watchdog: Watchdog
    readonly secrets: readonly string[]
    readonly record: (type: WholeTarget['type']) => void
    readonly sink?: LogSink
  },
): ProcessControl {
  const { timeScale, values, environment, removed, watchdog, secrets, record } = options
  // A wire of its own: these tries are no answers of the run.
  const probe = openWire(options.place)
  const ready = async (signal: AbortSignal): Promise<boolean> => {
    // Not health, which takes as long as the destination does when that is down.
    const exchange = await probe.send({
      method: 'GET',
      path: '/v1/manifest',
      deadlineMs: readyTryMs * timeScale,
      signal,
    })
    return exchange.kind === 'answer' || isBrokenAnswer(exchange)
  }
  const refused = (): Promise<boolean> => connectionRefused(options.place.url)
  const common = { environment, removed, ready, refused }
  const control =
    configuration.kind === 'own'
      ? ownProcess({
          ...common,
          config: {
            ...configuration,
            command: expandEach(configuration.command, values),
            env: Object.fromEntries(
              Object.entries(configuration.env).map(([name, value]) => [name, expand(value, values)]),
            ),
          },
          log: options.sink ?? { write: () => undefined },
          watchdog,
          secrets,
        })
      : remoteProcess({
          ...common,
          config: {
            ...configuration,
            kill: expandEach(configuration.kill, values),
            start: expandEach(configuration.start, values),
            ...(configuration.identity ? { identity: expandEach(configuration.identity, values) } : {}),
          },
        })
  return recorded(control, record)
}

const readyTryMs = 5_000

/** Every argument of a command with its placeholders replaced. */
export const expandEach = (
  command: readonly [string, ...string[]],
  values: Readonly<Record<string, string>>,
): [string, ...string[]] => {
  const [program, ...rest] = command
  return [expand(program, values), ...rest.map((argument) => expand(argument, values))]
}

/** Every kill and every new instance enters the history at the moment it happens. */
function recorded(control: ProcessControl, record: (type: WholeTarget['type']) => void): ProcessControl {
  const start = async (): Promise<void> => {
    await control.start()
    record('up')
  }
  const kill = async (): Promise<void> => {
    if (control.running) record('kill')
    await control.kill()
  }
  return Object.create(control, {
    start: { value: start },
    kill: { value: kill },
    killNow: {
      value: () => {
        record('kill')
        control.killNow()
      },
    },
    restart: {
      value: async () => {
        await kill()
        await start()
      },
    },
  }) as ProcessControl
}
