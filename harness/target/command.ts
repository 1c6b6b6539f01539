import { once } from 'node:events'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { errorCode } from './error-code.ts'
import { signalGroup } from './child.ts'
import { printable } from './printable.ts'
import { ControlError } from './process-control.ts'
import { createTail } from './tail.ts'

/** A program that the operator named, run without a shell. */
export interface Command {
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly deadlineMs: number
  readonly signal?: AbortSignal
  /** Called with what it prints on stdout and stderr; without it, stdout is returned and stderr only quoted in errors. */
  readonly onOutput?: (chunk: Uint8Array) => void
}

const stdoutLimit = 16 * 1024 * 1024

/** Runs it to its end and returns what it printed. Rejects with a {@link ControlError} unless it exits with 0 in time. */
export const runCommand = async (options: Command): Promise<string> => {
  const [program, ...rest] = options.command
  const { cwd, env, onOutput } = options
  const child = spawn(program, rest, { cwd, env, detached: true, shell: false, stdio: ['ignore', 'pipe', 'pipe'] })
  child.on('error', () => undefined)
  const kept: Uint8Array[] = []
  const tail = createTail([])
  let size = 0
  child.stdout.on('data', (chunk: Buffer) => {
    if (onOutput) return onOutput(chunk)
    size += chunk.length
    if (size <= stdoutLimit) kept.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => (onOutput ? onOutput(chunk) : tail.add(chunk)))

  const failure = await ended(child, options)
  if (failure !== undefined) throw new ControlError(describeFailure(program, failure, tail.text()))
  if (size > stdoutLimit) throw new ControlError(`${printable(program)} printed more than ${stdoutLimit} bytes`)
  return new TextDecoder().decode(Buffer.concat(kept))
}

/** Why it failed; undefined when it exited with 0. */
const ended = async (child: ChildProcess, { deadlineMs, signal }: Command): Promise<string | undefined> => {
  const bound = AbortSignal.timeout(deadlineMs)
  const stop = signal ? AbortSignal.any([bound, signal]) : bound
  try {
    const [code, by] = (await once(child, 'close', { signal: stop })) as [number | null, NodeJS.Signals | null]
    if (by !== null) return `was ended by ${by}`
    return code === 0 ? undefined : `exited with code ${code}`
  } catch (error) {
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
    child.stdout?.destroy()
    child.stderr?.destroy()
    if (bound.aborted) return `did not end within ${deadlineMs} ms`
    if (stop.aborted) return 'was given up with the run'
    const code = errorCode(error)
    return code === 'ENOENT' ? 'could not be found' : `could not be run (${code ?? 'unknown reason'})`
  }
}

const describeFailure = (program: string, failure: string, tail: string): string => {
  const quoted = tail === '' ? '' : `; its last output:\n${tail.replaceAll(/^/gm, '  ')}`
  return `the command ${printable(program)} ${failure}${quoted}`
}

/** What container and remote-shell programs need to find their way; nothing else, so no token. */
const inherited = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'TMPDIR',
  'DOCKER_HOST',
  'DOCKER_CONTEXT',
  'DOCKER_CERT_PATH',
  'DOCKER_TLS_VERIFY',
  'KUBECONFIG',
  'SSH_AUTH_SOCK',
  'XDG_RUNTIME_DIR',
]

export const commandEnvironment = (environment: NodeJS.ProcessEnv, removed: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(
    inherited.flatMap((name) =>
      environment[name] === undefined || removed.includes(name) ? [] : [[name, environment[name]]],
    ),
  )
