import { mkdir, mkdtemp, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { UsageError } from './usage-error.ts'
import { whyNot } from './why-not.ts'

/**
 * Makes sure, before a run that may be long, that reports can be written into the folder, and clears away what a run left
 * there that was killed while it wrote. Disposing takes away what was made for that and is still empty.
 */
export async function claimOutFolder(path: string, shown: string): Promise<AsyncDisposable> {
  const made: string[] = []
  const release = async (): Promise<void> => {
    for (const folder of made.toReversed()) await rmdir(folder).catch(() => undefined)
  }
  try {
    await makeFolders(path, made)
    await removeAbandoned(path)
    await rm(await mkdtemp(`${partialFolder(path)}-`), { recursive: true })
  } catch (error) {
    await release()
    throw new UsageError(`--out ${shown}: reports cannot be written there, because it ${whyNot(error)}`)
  }
  return { [Symbol.asyncDispose]: release }
}

/** Where this process puts what it has not finished. */
export const partialFolder = (path: string): string => join(path, `.partial-${process.pid}`)

async function removeAbandoned(path: string): Promise<void> {
  for (const name of await readdir(path)) {
    const [, pid] = /^\.partial-(\d+)(?:-|$)/.exec(name) ?? []
    // A process that is still there may be another run that writes into the same folder.
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(path, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Makes a folder and those above it that are missing, and adds them to `made`. One by one: Node's recursive form says that
 * a file system that can only be read is not there, and never ends where the system itself says so, as it does below /proc.
 */
export async function makeFolders(path: string, made: string[] = []): Promise<void> {
  for (const folder of await missing(path)) {
    await mkdir(folder)
    made.push(folder)
  }
}

/** The folders that are not there yet, the outermost first. */
async function missing(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return found || dirname(path) === path ? [] : [...(await missing(dirname(path))), path]
}
