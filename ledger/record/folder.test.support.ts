import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Folder extends AsyncDisposable {
  at(name: string): string
}

/** A folder that is gone afterwards. */
export async function temporaryFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'touchstone-record-'))
  return { at: (name) => join(path, name), [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
