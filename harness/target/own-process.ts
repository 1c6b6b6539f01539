import { randomUUID } from 'node:crypto'
import { errorCode } from './error-code.ts'
import { launch } from './child.ts'
import type { Child, Exit } from './child.ts'
import type { OwnProcess } from './configuration.ts'
import type { LogSink } from './logs.ts'
import { ConfigurationError } from './configuration-error.ts'
import { ControlError, StartError } from './process-control.ts'
import type { ProcessControl } from './process-control.ts'
import { printable } from './printable.ts'
import { endStrays, strayVariable } from './strays.ts'
import { poll, within } from './waiting.ts'
import type { Watchdog } from './watchdog.ts'

export interface OwnProcessOptions {
  /** With every placeholder replaced. */
  readonly config: OwnProcess
  readonly environment: NodeJS.ProcessEnv
  /** Names of variables that the connector does not inherit. */
  readonly removed: readonly string[]
  /** One try: did an authenticated request get an HTTP answer? */
  readonly ready: (signal: AbortSignal) => Promise<boolean>
  /** One try: is a connection to the connector's address refused? */
  readonly refused: () => Promise<boolean>
  readonly log: LogSink
  readonly watchdog: Watchdog
  /** Never shown in messages. */
  readonly secrets?: readonly string[]
  /** How long SIGTERM is given; default 10 s. */
  readonly terminateWithinMs?: number
}

const defaultTerminateWithinMs = 10_000
const dieWithinMs = 10_000
const refuseWithinMs = 2_000

/** A connector that is a child of this process, in a process group of its own. */
export const ownProcess = (options: OwnProcessOptions): ProcessControl => {
  const { config, ready, refused, watchdog, terminateWithinMs = defaultTerminateWithinMs } = options
  const mark = randomUUID()
  const listeners = new Set<(exit: Exit) => void>()
  let child: Child | undefined
  let state: 'down' | 'starting' | 'up' | 'told to end' = 'down'
  let unexpected: Child | undefined
  let generation = 0
  let starts = 0
  let isClosed = false

  const start = async (): Promise<void> => {
    if (child?.exit()) await end('SIGKILL')
    if (child) throw new ControlError('the connector is already started')
    starts += 1
    unexpected = undefined
    if (!(await refused())) {
      throw new StartError('something already listens at connector.url; end it, or give the connector another port')
    }
    // A case that was left behind when the run was stopped may still want its connector back.
    if (isClosed) throw new ControlError('the run is over')
    child = await launched()
    state = 'starting'
    const up = await comesUp(child)
    if (!up) throw await startFailure(child)
    state = 'up'
    generation += 1
  }

  const launched = async (): Promise<Child> => {
    const { command, cwd } = config
    const env = { ...childEnvironment(options), [strayVariable]: mark }
    const started = await launch({ command, cwd, env, log: options.log, secrets: options.secrets ?? [] }).catch(
      (error: unknown) => {
        const reason = `cannot start ${printable(command[0])}: ${whyNot(error)}`
        throw starts === 1 ? new ConfigurationError([`process.command: ${reason}`]) : new StartError(reason)
      },
    )
    watchdog.group(started.pid)
    void started.exited.then((exit) => {
      if (state === 'up' && child === started) unexpected = started
      for (const listener of listeners) listener(exit)
    })
    return started
  }

  const comesUp = async (started: Child): Promise<boolean> => {
    const up = await poll(ready, config.readyWithinMs, started.exited)
    return up && started.exit() === undefined && state === 'starting'
  }

  const startFailure = async (started: Child): Promise<StartError> => {
    const early = started.exit()
    const trouble = await end('SIGKILL').then(
      () => '',
      (error: unknown) => (error instanceof ControlError ? `; ${error.message}` : ''),
    )
    const reason = early
      ? `the connector ended before it answered (${describeExit(early)})${early.code === 0 ? '; process.command must stay in the foreground' : ''}`
      : `the connector did not answer within ${config.readyWithinMs} ms; raise process.ready_within_ms if it needs longer`
    return new StartError(`${reason}${trouble}`, started.tail())
  }

  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    const ending = child
    if (!ending) return
    state = 'told to end'
    ending.signal(signal)
    if (signal === 'SIGTERM') {
      ending.signal('SIGCONT')
      if (!(await within(ending.exited, terminateWithinMs))) ending.signal('SIGKILL')
    }
    if (!(await within(ending.exited, dieWithinMs))) {
      throw new ControlError(`the connector is still there ${dieWithinMs} ms after SIGKILL`)
    }
    await ending.drained()
    child = undefined
    state = 'down'
    try {
      await proveRefused(ending)
    } finally {
      watchdog.gone(ending.pid)
    }
  }

  const proveRefused = async (ended: Child): Promise<void> => {
    // Members that outlive the leader: the children of a wrapper.
    ended.signal('SIGKILL')
    if (await poll(refused, refuseWithinMs)) return
    throw new ControlError(
      'connections are still accepted after process.command has ended: it has left a process behind that serves on; start the connector itself, not through a shell wrapper and not as a daemon',
    )
  }

  return {
    start,
    kill: () => end('SIGKILL'),
    killNow: () => {
      if (state !== 'down') state = 'told to end'
      child?.signal('SIGKILL')
    },
    restart: async () => {
      await end('SIGKILL')
      await start()
    },
    terminate: () => end('SIGTERM'),
    pause: () => child?.signal('SIGSTOP'),
    resume: () => child?.signal('SIGCONT'),
    get running() {
      return state === 'up' && child?.exit() === undefined
    },
    get generation() {
      return generation
    },
    get starts() {
      return starts
    },
    // `start` demands a refused connection after the old instance's exit event, so whoever answers is our new child.
    get provenNew() {
      return state === 'up' && generation > 1
    },
    unexpectedExit: () => {
      const exit = unexpected?.exit()
      return unexpected && exit && { ...exit, tail: unexpected.tail() }
    },
    onExit: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tail: () => child?.tail() ?? '',
    [Symbol.asyncDispose]: async () => {
      isClosed = true
      try {
        await end('SIGKILL')
      } catch (error) {
        // Whoever still listens may be a process that left the group; then that is ended, too.
        endStrays(mark)
        if (!(error instanceof ControlError) || !(await poll(refused, refuseWithinMs))) throw error
      }
      endStrays(mark)
    },
  }
}

const childEnvironment = ({ config, environment, removed }: OwnProcessOptions): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(environment).filter(([name]) => !removed.includes(name))),
  ...config.env,
})

const describeExit = ({ code, signal }: Exit): string => (signal === null ? `exit code ${code}` : `signal ${signal}`)

const whyNot = (error: unknown): string => {
  const code = errorCode(error)
  if (code === 'ENOENT') return 'no such program; check it, PATH and process.cwd'
  if (code === 'EACCES') return 'it may not be executed; check its permissions'
  return error instanceof Error ? error.message : String(error)
}
