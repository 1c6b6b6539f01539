import { commandEnvironment, runCommand } from './command.ts'
import type { RemoteProcess } from './configuration.ts'
import { ControlError, StartError } from './process-control.ts'
import type { ProcessControl } from './process-control.ts'
import { poll } from './waiting.ts'

export interface RemoteProcessOptions {
  /** With every placeholder replaced. */
  readonly config: RemoteProcess
  readonly environment: NodeJS.ProcessEnv
  /** Names of variables that the commands do not see. */
  readonly removed: readonly string[]
  /** One try: did an authenticated request get an HTTP answer? */
  readonly ready: (signal: AbortSignal) => Promise<boolean>
  /** One try: is a connection to the connector's address refused? */
  readonly refused: () => Promise<boolean>
  /** Bound of each command; default 30 s. */
  readonly deadlineMs?: number
}

const defaultDeadlineMs = 30_000

/**
 * A connector that runs elsewhere and is operated by commands. A first `start` accepts one that runs already; on dispose a
 * connector that we have killed is started again.
 */
export const remoteProcess = (options: RemoteProcessOptions): ProcessControl => {
  const { config, ready, refused, deadlineMs = defaultDeadlineMs } = options
  const env = commandEnvironment(options.environment, options.removed)
  const run = (command: readonly [string, ...string[]]): Promise<string> =>
    runCommand({ command, cwd: config.cwd, env, deadlineMs })

  let state: 'unknown' | 'up' | 'told to end' | 'down' = 'unknown'
  let killing: Promise<string> | undefined
  let identity: string | undefined
  let provenNew = false
  let generation = 0
  let starts = 0

  const start = async (): Promise<void> => {
    if (state === 'up' || state === 'told to end') throw new ControlError('the connector is already started')
    starts += 1
    if (state === 'down' || (await refused())) await run(config.start)
    if (!(await poll(ready, config.readyWithinMs))) {
      throw new StartError(
        `the connector did not answer within ${config.readyWithinMs} ms; raise process.ready_within_ms if it needs longer`,
      )
    }
    const previous = identity
    identity = await identify()
    provenNew = previous !== undefined && identity !== undefined && identity !== previous
    state = 'up'
    generation += 1
  }

  const identify = async (): Promise<string | undefined> => {
    const printed = config.identity && (await run(config.identity)).trim()
    return printed === '' ? undefined : printed
  }

  const killNow = (): void => {
    if (killing) return
    state = 'told to end'
    killing = run(config.kill)
    killing.catch(() => undefined)
  }

  const kill = async (): Promise<void> => {
    if (state === 'down') return
    killNow()
    try {
      await killing
    } finally {
      killing = undefined
    }
    if (!(await poll(refused, deadlineMs))) {
      throw new ControlError(
        `connections are still accepted ${deadlineMs} ms after process.commands.kill; it must end the connector, and nothing may listen in its place`,
      )
    }
    state = 'down'
  }

  return {
    start,
    kill,
    killNow,
    restart: async () => {
      await kill()
      await start()
    },
    terminate: kill,
    get running() {
      return state === 'up'
    },
    get generation() {
      return generation
    },
    get starts() {
      return starts
    },
    get provenNew() {
      return state === 'up' && provenNew
    },
    unexpectedExit: () => undefined,
    onExit: () => () => undefined,
    tail: () => '',
    [Symbol.asyncDispose]: async () => {
      if (state === 'told to end') await kill()
      if (state === 'down') await start()
    },
  }
}
