import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for one run, with a TMPDIR of its own by which everything that the run began can be told. */
export interface Place extends AsyncDisposable {
  readonly work: string
  readonly temporary: string
  /** Process ids with their command lines. */
  processes(): readonly (readonly [pid: number, command: string])[]
  /** Every file below the working folder, by its path. */
  files(): Promise<ReadonlyMap<string, Buffer>>
}

export async function openPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  const work = join(folder, 'work')
  const temporary = join(folder, 'tmp')
  for (const each of [work, temporary]) await mkdir(each)
  const processes = (): ReturnType<Place['processes']> => processesWith(`TMPDIR=${temporary}`)
  return {
    work,
    temporary,
    processes,
    async files() {
      const entries = await readdir(work, { recursive: true, withFileTypes: true })
      const paths = entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
      return new Map(
        await Promise.all(paths.map(async (path) => [path.slice(work.length + 1), await readFile(path)] as const)),
      )
    },
    async [Symbol.asyncDispose]() {
      for (const [pid] of processes()) process.kill(pid, 'SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    },
  }
}

/** By what stands in their environment. */
function processesWith(variable: string): readonly (readonly [pid: number, command: string])[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      if (!readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(variable)) return []
      const command = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ').trim()
      // A zombie has no command line.
      return command === '' ? [] : [[Number(name), command] as const]
    } catch {
      return []
    }
  })
}
