import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { RecordError, signedHeads } from '../record/index.ts'
import { checkpointIn } from './checkpoint-order.ts'

/** The checkpoint in a file, as its envelope; undefined when there is no such file. @throws RecordError */
export async function readHeld(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new RecordError(`${file} cannot be read (${error.code ?? 'unknown reason'})`, { cause: error })
  })
  if (text === undefined) return undefined
  try {
    checkpointIn(text)
  } catch (thrown) {
    if (!(thrown instanceof RecordError)) throw thrown
    throw new RecordError(`${file} is not a checkpoint: ${thrown.message}`, { cause: thrown })
  }
  return text.trimEnd()
}

/**
 * Keeps a checkpoint outside the database, whole or not at all.
 * @throws RecordError when the file holds a checkpoint of another ledger, or of more records
 */
export async function writeHeld(file: string, envelope: string): Promise<void> {
  const there = await readHeld(file)
  if (there !== undefined) {
    const [old, next] = [checkpointIn(there), checkpointIn(envelope)]
    if (old.origin !== next.origin)
      throw new RecordError(`${file} holds a checkpoint of another ledger; name another file`)
    const sizes = signedHeads(next).map(({ size }) => size)
    if (signedHeads(old).some(({ size }, index) => size > (sizes[index] ?? 0))) {
      throw new RecordError(`${file} holds a checkpoint of more records; it is not replaced by one of fewer`)
    }
  }
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, `${envelope}\n`, { flag: 'wx', flush: true })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    throw new RecordError(`${file} cannot be written (${code})`, { cause: error })
  }
}
