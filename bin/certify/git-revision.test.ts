import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { UsageError } from '../usage-error.ts'
import { checkoutAt, testedRevision } from './git-revision.ts'

/** A checkout with one commit. */
async function checkout(): Promise<AsyncDisposable & { readonly path: string; git(...args: string[]): string }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'checkout-')))
  const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' }
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: path, env: { PATH: process.env['PATH'], ...who, HOME: path } }).toString()
  git('init', '--quiet')
  await mkdir(join(path, 'connector'))
  await writeFile(join(path, 'connector', 'main.js'), '1')
  git('add', '.')
  git('commit', '--quiet', '--message', 'one')
  return { path, git, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const refusal = async (folder: string, ours: readonly string[]): Promise<string> => {
  const thrown = await testedRevision(folder, ours).catch((error: unknown) => error)
  assert.instance(thrown, UsageError)
  return (thrown as UsageError).message
}

test('a clean checkout is tested under its HEAD, from any folder in it', async () => {
  await using place = await checkout()
  const head = place.git('rev-parse', 'HEAD').trim()
  assert.is(await testedRevision(join(place.path, 'connector'), []), head)
  assert.equal(await checkoutAt(place.path), { revision: head, top: place.path, changed: [] })
})

test('a change, and a new file that nobody ignores, is refused', async () => {
  await using place = await checkout()
  await writeFile(join(place.path, 'connector', 'main.js'), '2')
  assert.match(await refusal(place.path, []), 'a change that is not committed')
  await writeFile(join(place.path, 'connector', 'more.js'), '1')
  assert.match(await refusal(place.path, []), '2 changes that are not committed')
})

test('what the harness itself writes is no change', async () => {
  await using place = await checkout()
  const at = (name: string): string => join(place.path, name)
  await mkdir(at('out'))
  for (const name of ['out/results.json', 'e.sqlite', 'e.sqlite-wal', 'e.sqlite-shm']) await writeFile(at(name), '1')
  await testedRevision(place.path, [at('out'), at('e.sqlite')])
  await writeFile(at('outside'), '1')
  assert.match(await refusal(place.path, [at('out'), at('e.sqlite')]), 'a change')
})

test('where there is no checkout, or none with a commit, the revision has to be given', async () => {
  await using place = await checkout()
  await rm(join(place.path, '.git'), { recursive: true })
  assert.match(await refusal(place.path, []), '--revision')
  place.git('init', '--quiet')
  assert.match(await refusal(place.path, []), 'certification.revision is missing')
})

test.run()
