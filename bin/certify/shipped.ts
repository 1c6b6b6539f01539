import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha256 } from '../../ledger/record/index.ts'
import { digestOfRequirements, requirements } from '../../suites/index.ts'
import { UsageError } from '../usage-error.ts'
import { version } from '../version.ts'

/** What stands in every record about the harness that made it. */
export interface Shipped {
  readonly harness_version: string
  readonly harness_digest: string
  readonly requirements_digest: string
  readonly kill_matrix_digest: string
}

/** The folder of the installed package. */
export const packageFolder: string = fileURLToPath(new URL('../../../', import.meta.url))

/** Shipped proof that every case can fail. */
export const killMatrixFile: string = join(packageFolder, 'docs', 'kill-matrix.json')

/** @throws UsageError when the kill matrix is not there: without it nobody knows what a pass is worth */
export async function readShipped(killMatrix: string = killMatrixFile): Promise<Shipped> {
  const matrix = await readFile(killMatrix).catch(() => {
    throw new UsageError(
      'docs/kill-matrix.json is missing from this installation; records name its digest, so none can be made: install touchstone again, or in a checkout run npm run kill-matrix',
    )
  })
  return {
    harness_version: version(),
    harness_digest: await packageDigest(packageFolder),
    requirements_digest: digestOfRequirements(requirements),
    kill_matrix_digest: sha256(matrix),
  }
}

/** SHA-256 over the sorted lines `path sha256` of what is installed: tests, which a checkout has beside it, do not count. */
export async function packageDigest(folder: string): Promise<string> {
  const paths = ['package.json', ...(await filesIn(folder, 'dist')), ...(await filesIn(folder, 'docs'))]
  const lines: string[] = []
  for (const path of paths) {
    lines.push(
      `${path} ${createHash('sha256')
        .update(await readFile(join(folder, path)))
        .digest('hex')}`,
    )
  }
  return sha256(lines.toSorted().join('\n'))
}

async function filesIn(folder: string, below: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, below), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !/\.test\.|^dist\/(?:\.ci|bench)\//.test(path))
}
