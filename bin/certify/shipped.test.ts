import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { conformanceChecks } from '../../ledger/record/index.ts'
import { checks } from '../../suites/index.ts'
import { UsageError } from '../usage-error.ts'
import { packageDigest, readShipped } from './shipped.ts'

async function installed(): Promise<
  AsyncDisposable & { readonly path: string; put(name: string, text: string): Promise<void> }
> {
  const path = await mkdtemp(join(tmpdir(), 'installed-'))
  const put = (name: string, text: string): Promise<void> => writeFile(join(path, name), text)
  for (const folder of ['dist/bin', 'dist/bench', 'dist/.ci', 'docs'])
    await mkdir(join(path, folder), { recursive: true })
  await put('package.json', '{}')
  await put('dist/bin/touchstone.js', '1')
  await put('docs/kill-matrix.json', '{}')
  return { path, put, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('the digest of a package changes with what is shipped, and with nothing else', async () => {
  await using place = await installed()
  const first = await packageDigest(place.path)
  assert.match(first, /^sha256:[0-9a-f]{64}$/)
  await place.put('dist/bin/touchstone.test.js', '1')
  await place.put('dist/bench/speed.js', '1')
  await place.put('dist/.ci/test.js', '1')
  assert.is(await packageDigest(place.path), first)
  await place.put('dist/bin/touchstone.js', '2')
  const second = await packageDigest(place.path)
  await place.put('docs/more.md', '')
  const third = await packageDigest(place.path)
  assert.is(new Set([first, second, third]).size, 3)
})

test('without a kill matrix there is a message that says what to do, and no digest', async () => {
  await using place = await installed()
  const thrown = await readShipped(join(place.path, 'none.json')).catch((error: unknown) => error)
  assert.instance(thrown, UsageError)
  assert.match((thrown as UsageError).message, 'kill-matrix')
  assert.match((await readShipped(join(place.path, 'docs/kill-matrix.json'))).kill_matrix_digest, /^sha256:/)
})

test('records name the checks of the suites', () => {
  assert.equal(
    checks.map(({ id }) => id),
    conformanceChecks,
  )
})

test.run()
