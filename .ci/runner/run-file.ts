import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { childrenFile, follow, type Family } from './family.ts'
import { judge, type Counts, type Ending } from './judge.ts'
import type { Process } from './processes.ts'

export interface FileResult {
  readonly counts: Counts
  readonly complaints: readonly string[]
  readonly ms: number
  /** What the process said, on both its streams. */
  readonly output: string
}

export interface FileOptions {
  /** Becomes the file's TMPDIR; made before it runs and removed after. */
  readonly temporary: string
  readonly limitMs: number
  readonly signal: AbortSignal
}

const noteChildren = import.meta.resolve('./note-children.js')

/** For processes that end when the test's process does, such as a watchdog whose pipe closes. */
const graceMs = 2000

/** Runs one compiled test file in a process of its own and looks at what it leaves behind. */
export async function runFile(file: string, { temporary, limitMs, signal }: FileOptions): Promise<FileResult> {
  await mkdir(temporary)
  const began = performance.now()
  const child = spawn(process.execPath, ['--enable-source-maps', '--import', noteChildren, file], {
    detached: true,
    env: environment(temporary, file),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = collect(child)
  const closed = once(child, 'close')
  using family = follow(child.pid ?? 0, temporary)
  const ending = await endOf(child, family, limitMs, signal)
  const ms = performance.now() - began
  const traces = await leftProcesses(family, ending)
  // A process that has escaped us may still hold the pipes.
  await Promise.race([closed, pause(graceMs, undefined, { ref: false })])
  child.stdout.destroy()
  child.stderr.destroy()
  traces.push(...(await leftFiles(temporary)))
  return { ...judge(ending, said.stdout(), traces), ms, output: said.both() }
}

function environment(temporary: string, file: string): NodeJS.ProcessEnv {
  // FORCE_COLOR beats NO_COLOR, and uvu's summary is read as plain text.
  const { FORCE_COLOR: _, NODE_V8_COVERAGE: coverage, ...inherited } = process.env
  // Proofs start hundreds of processes, and measuring the coverage of each costs more than it tells.
  const covered = coverage === undefined || /[\\/]bin[\\/]proof[\\/]/.test(file) ? {} : { NODE_V8_COVERAGE: coverage }
  return { ...inherited, ...covered, NO_COLOR: '1', TMPDIR: temporary }
}

function collect(child: ChildProcess): { stdout: () => string; both: () => string } {
  const out: Buffer[] = []
  const both: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => void (out.push(chunk), both.push(chunk)))
  child.stderr?.on('data', (chunk: Buffer) => void both.push(chunk))
  return { stdout: () => Buffer.concat(out).toString(), both: () => Buffer.concat(both).toString() }
}

async function endOf(child: ChildProcess, family: Family, limitMs: number, signal: AbortSignal): Promise<Ending> {
  let late = false
  const stop = (): void => family.kill()
  const timer = setTimeout(() => {
    late = true
    stop()
  }, limitMs)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    const [code, by] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    if (late) return { is: 'late', limitMs }
    return code === null ? { is: 'killed', signal: by ?? 'a signal' } : { is: 'exited', code }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** Kills what is left. After a kill of ours nothing is held against the test: it had no chance to clean up. */
async function leftProcesses(family: Family, ending: Ending): Promise<string[]> {
  const left = await family.survivors(ending.is === 'exited' ? graceMs : 0)
  if (left.length > 0) {
    family.kill()
    await family.survivors(graceMs)
  }
  return ending.is === 'exited' ? left.map((one) => `left a process: ${describe(one)}`) : []
}

function describe({ pid, command }: Process): string {
  return `${pid} ${command.slice(0, 200)}`
}

async function leftFiles(temporary: string): Promise<string[]> {
  const left = (await readdir(temporary)).filter((name) => name !== childrenFile)
  await rm(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })
  return left.map((name) => `left in its temporary folder: ${name}`)
}
