import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface TestFile {
  readonly path: string
  /** Relative to the folder searched, with the ending of its source: how people know it. */
  readonly name: string
  readonly size: number
}

/** The compiled test files below a folder; with filters, those whose name holds one of them. */
export async function findFiles(folder: string, filters: readonly string[]): Promise<TestFile[]> {
  const found = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.test.js'))
  const files = found.map(async (path) => {
    const name = path.replace(/\.js$/, '.ts')
    return { path: join(folder, path), name, size: (await stat(join(folder, path))).size }
  })
  const wanted = filters.map((filter) => filter.replace(/^\.\//, ''))
  return (await Promise.all(files)).filter(
    ({ name }) => wanted.length === 0 || wanted.some((filter) => name.includes(filter)),
  )
}
