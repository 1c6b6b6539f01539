import { execFile } from 'node:child_process'
import { resolve, sep } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { UsageError } from '../usage-error.ts'

const run = promisify(execFile)

/** What a checkout stands at. */
export interface Checkout {
  readonly revision: string
  /** Its outermost folder. */
  readonly top: string
  /** Paths that differ from it or that it does not know. */
  readonly changed: readonly string[]
}

/** The checkout that a folder lies in; undefined when it lies in none, or there is no Git. */
export async function checkoutAt(folder: string): Promise<Checkout | undefined> {
  try {
    const revision = (await git(folder, 'rev-parse', '--verify', 'HEAD^{commit}')).trim()
    if (!/^[0-9a-f]{40}$/.test(revision)) return undefined
    const top = (await git(folder, 'rev-parse', '--show-toplevel')).replace(/\n$/, '')
    const status = await git(folder, 'status', '--porcelain', '-z', '--untracked-files=all', '--no-renames')
    const changed = status.split('\0').flatMap((entry) => (entry === '' ? [] : [resolve(top, entry.slice(3))]))
    return { revision, top, changed }
  } catch {
    return undefined
  }
}

/**
 * HEAD of the connector's checkout. What is not in it was not tested under its name, so changes are refused.
 * @param ours files and folders that we write, which are no change of the connector
 * @throws UsageError
 */
export async function testedRevision(folder: string, ours: readonly string[]): Promise<string> {
  const checkout = await checkoutAt(folder)
  if (!checkout) {
    throw new UsageError(
      'certification.revision is missing: the connector lies in no Git checkout with a commit; give its full revision there or with --revision',
    )
  }
  const changed = checkout.changed.filter((path) => !ours.some((own) => isWithin(path, own)))
  if (changed.length === 0) return checkout.revision
  throw new UsageError(
    `the checkout of the connector has ${changed.length === 1 ? 'a change that is' : `${changed.length} changes that are`} not committed, so HEAD is not what is tested; commit them, or say with --revision what is tested`,
  )
}

/** SQLite keeps files of its own beside a ledger, with its name and more. */
const isWithin = (path: string, own: string): boolean =>
  path === own || path.startsWith(`${own}${sep}`) || path === `${own}-wal` || path === `${own}-shm`

async function git(folder: string, ...args: readonly string[]): Promise<string> {
  // A hook or a caller may have set variables that name another repository.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
  const { stdout } = await run('git', [...args], { cwd: folder, env, timeout: 30_000, maxBuffer: 64 * 1024 * 1024 })
  return stdout
}
