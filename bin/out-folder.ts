import { mkdir, mkdtemp, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UsageError } from './usage-error.ts'

/**
 * Makes sure, before a run that may be long, that reports can be written into the folder. Disposing takes away what was
 * made for that and is still empty.
 */
export async function claimOutFolder(path: string, shown: string): Promise<AsyncDisposable> {
  const made: string[] = []
  const release = async (): Promise<void> => {
    for (const folder of made.toReversed()) await rmdir(folder).catch(() => undefined)
  }
  try {
    for (const folder of await missing(path)) {
      // One by one: Node's recursive form never ends where the system refuses with ENOENT, as it does below /proc.
      await mkdir(folder)
      made.push(folder)
    }
    await rm(await mkdtemp(join(path, '.partial-')), { recursive: true })
  } catch (error) {
    await release()
    throw new UsageError(`--out ${shown}: reports cannot be written there, because it ${whyNot(error)}`)
  }
  return { [Symbol.asyncDispose]: release }
}

/** The folders that are not there yet, the outermost first. */
async function missing(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return found || dirname(path) === path ? [] : [...(await missing(dirname(path))), path]
}

/** Why files cannot be written, as the end of a sentence. */
export function whyNot(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
  switch (code) {
    case 'ENOTDIR':
    case 'EEXIST':
      return 'is a file, or lies below one; name a folder'
    case 'EACCES':
    case 'EPERM':
      return 'may not be written by the current user'
    case 'EROFS':
      return 'lies on a file system that can only be read'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'has no space left'
    default:
      return `cannot be written (${code})`
  }
}
