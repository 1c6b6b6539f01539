import { readFile } from 'node:fs/promises'
import { UsageError } from '../usage-error.ts'

/** @throws UsageError that names the file */
export const readText = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code ?? 'unknown reason'})`)
  })
