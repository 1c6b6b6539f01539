import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { RecordError } from './record-error.ts'

/**
 * Creates a file that only its owner can read, whole or not at all, unless there is one already.
 * @returns whether it was created
 */
export async function createSecretFile(file: string, text: string): Promise<boolean> {
  // A link either appears with everything in it or fails because somebody else was first.
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true })
    return await linked(draft, file)
  } catch (error) {
    throw new RecordError(`${file} cannot be created (${codeOf(error)})`, { cause: error })
  } finally {
    await unlink(draft).catch(() => undefined)
  }
}

async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** @throws RecordError when it cannot be read, or when others than its owner could read it as well */
export async function readSecretFile(file: string): Promise<string> {
  const { mode } = await stat(file).catch(unreadable(file))
  if ((mode & 0o077) !== 0) throw new RecordError(`others can read ${file}; chmod 600 it`)
  return readFile(file, 'utf8').catch(unreadable(file))
}

export const unreadable =
  (file: string): ((error: unknown) => never) =>
  (error) => {
    throw new RecordError(`${file} cannot be read (${codeOf(error)})`, { cause: error })
  }

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
