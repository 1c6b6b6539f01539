import { randomBytes } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { whyNot } from '../why-not.ts'
import { UsageError } from '../usage-error.ts'

/** Whole or not at all. @throws UsageError */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, text, { flag: 'wx', flush: true })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw new UsageError(`${path} cannot be written, because it ${whyNot(error)}`)
  }
}
