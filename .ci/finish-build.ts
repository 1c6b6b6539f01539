import { existsSync } from 'node:fs'
import { chmod, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'

// After `tsc`: takes out of dist what has no source any more (a deleted test must not keep running) and makes the
// command executable. dist is not simply emptied, because other processes may be running from it.
const dist = join(import.meta.dirname, '..')
const root = join(dist, '..')

const entries = await readdir(dist, { recursive: true, withFileTypes: true })
for (const entry of entries.filter((one) => one.isFile())) {
  const path = join(entry.parentPath, entry.name)
  const source = join(root, path.slice(dist.length).replace(/\.(js|d\.ts)(\.map)?$/, '.ts'))
  if (source.endsWith('.ts') && !existsSync(source)) await rm(path, { force: true })
}
const folders = entries.filter((one) => one.isDirectory()).map((one) => join(one.parentPath, one.name))
// The deepest first, so that a folder emptied of folders goes too.
for (const folder of folders.toSorted((a, b) => b.length - a.length)) await rmdir(folder).catch(keepUnlessEmpty)

const command = join(dist, 'bin', 'touchstone.js')
if (existsSync(command)) await chmod(command, 0o755)
else process.exitCode = 1

function keepUnlessEmpty(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error
}
