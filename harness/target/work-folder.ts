import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Watchdog } from './watchdog.ts'

/** Every work folder's name begins with it; the watchdog removes nothing else. */
export const workFolderPrefix = 'touchstone-'

export interface WorkFolder extends AsyncDisposable {
  readonly path: string
}

/** A fresh folder that only the current user can read, removed on dispose. */
export const workFolder = async (watchdog?: Watchdog): Promise<WorkFolder> => {
  const path = await mkdtemp(join(tmpdir(), workFolderPrefix))
  watchdog?.folder(path)
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      // Retries: a killed process may still be letting go of its files.
      await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })
      watchdog?.folderGone(path)
    },
  }
}
