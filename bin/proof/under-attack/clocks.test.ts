import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

/** What tells the time of day, or waits for one. */
const timeOfDay = /\bDate\s*\(|\bDate\.now\b|\bperformance\.timeOrigin\b|\bTemporal\b/

test('what waits and judges never asks for the time of day', async () => {
  const built = fileURLToPath(new URL('../../../', import.meta.url))
  const asking: string[] = []
  let searched = 0
  for (const folder of ['harness', 'suites']) {
    const entries = await readdir(join(built, folder), { recursive: true, withFileTypes: true })
    for (const entry of entries) {
      if (!entry.isFile() || !entry.name.endsWith('.js') || entry.name.includes('.test.')) continue
      const path = join(entry.parentPath, entry.name)
      searched += 1
      if (timeOfDay.test(await readFile(path, 'utf8'))) asking.push(path.slice(built.length))
    }
  }
  assert.ok(searched > 100, `only ${searched} files`)
  assert.equal(asking, [])
})

test.run()
