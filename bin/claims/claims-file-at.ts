import { lstat, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { GateInput } from '../../ledger/claims/index.ts'
import { readText } from './read-text.ts'
import { UsageError } from '../usage-error.ts'

/** The claims file, and what lies beside it that could be taken for one. @throws UsageError */
export async function claimsFileAt(path: string): Promise<GateInput['file']> {
  const found = await lstat(path).catch(() => undefined)
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--claims ${path} cannot be read (${error.code ?? 'unknown reason'})`)
  })
  return { bytes, isRegular: found?.isFile() === true, others: await othersBeside(path) }
}

async function othersBeside(path: string): Promise<readonly string[]> {
  const folder = dirname(path)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== basename(path))
  const others: string[] = []
  for (const name of names) {
    if (isClaimsFile(await readText(join(folder, name)).catch(() => ''))) others.push(name)
  }
  return others.toSorted()
}

function isClaimsFile(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'claims' in value && 'schema_version' in value
  } catch {
    return false
  }
}
