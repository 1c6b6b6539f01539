import { execFile } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const entry = fileURLToPath(new URL('./kill-matrix.js', import.meta.url))

test('a facade that earns no pass is no complaint, and part of the matrix writes nothing', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [entry, '--only', 'facade always-200'])
  assert.match(stdout, 'everything is as it must be')
  assert.match(stderr, '1/1 facade always-200')
})

test.run()
