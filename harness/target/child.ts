import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { errorCode } from './error-code.ts'
import type { LogSink } from './logs.ts'
import { createTail } from './tail.ts'
import { deferred, within } from './waiting.ts'

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A started program in a process group of its own. */
export interface Child {
  readonly pid: number
  readonly exited: Promise<Exit>
  exit(): Exit | undefined
  /** Signals the whole group, synchronously. Nothing happens when it is gone. */
  signal(signal: NodeJS.Signals): void
  /** Resolves when everything it wrote has arrived, or when someone else keeps its output open for too long. */
  drained(): Promise<void>
  /** Its last lines on stderr, or on stdout when there are none. */
  tail(): string
}

export interface Launch {
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly log: LogSink
  /** Never shown in the tail. */
  readonly secrets: readonly string[]
}

const drainWithinMs = 1_000

/** Starts the program. Rejects when that is not possible; otherwise the child is there when the call returns. */
export const launch = async (options: Launch): Promise<Child> => {
  const [program, ...rest] = options.command
  const child = spawn(program, rest, {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    shell: false,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { pid, stdout, stderr } = child
  if (pid === undefined) {
    const [error] = await once(child, 'error')
    throw error
  }

  const exited = deferred<Exit>()
  const closed = deferred<void>()
  let exit: Exit | undefined
  child.once('exit', (code, signal) => {
    exit = { code, signal }
    exited.resolve(exit)
  })
  child.once('close', () => closed.resolve())
  child.on('error', () => undefined)

  const out = createTail(options.secrets)
  const err = createTail(options.secrets)
  stdout.on('data', (chunk: Buffer) => (options.log.write(chunk), out.add(chunk)))
  stderr.on('data', (chunk: Buffer) => (options.log.write(chunk), err.add(chunk)))

  return {
    pid,
    exited: exited.promise,
    exit: () => exit,
    signal: (signal) => signalGroup(pid, signal),
    drained: async () => {
      if (await within(closed.promise, drainWithinMs)) return
      stdout.destroy()
      stderr.destroy()
    },
    tail: () => err.text() || out.text(),
  }
}

/** Signals every member of a process group; a group without members is no error. */
export const signalGroup = (group: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-group, signal)
  } catch (error) {
    // macOS answers EPERM for a group of zombies.
    const code = errorCode(error)
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}
