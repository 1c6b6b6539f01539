import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectEnded, testInPlace } from '../cli.test.support.ts'

testInPlace('list shows every case below its check, and --json the same for machines', async (place) => {
  const text = await place.run(['list'])
  expectEnded(text, 0, 'health: a conforming connector fails health', 'health/down-refused', '[needs destination]')
  assert.is(text.err, '')
  const cases = JSON.parse((await place.run(['list', '--json'])).out) as {
    id: string
    level: string
    needs: string[]
  }[]
  assert.ok(cases.length > 100)
  for (const { id, level } of cases) {
    assert.match(level, /^(must|should)$/)
    assert.ok(text.out.includes(`  ${id} `), id)
  }
})

testInPlace('list checks shows the eleven of the specification and protocol', async (place) => {
  const checks = JSON.parse((await place.run(['list', 'checks', '--json'])).out) as { id: string }[]
  assert.is(checks.length, 12)
  expectEnded(await place.run(['list', 'checks']), 0, ...checks.map(({ id }) => id))
})

testInPlace('list requirements says what decides each, or why nothing does', async (place) => {
  const rows = JSON.parse((await place.run(['list', 'requirements', '--json'])).out) as Record<string, unknown>[]
  assert.ok(rows.every((row) => (row['cases'] as string[]).length > 0 || row['excluded']))
  expectEnded(await place.run(['list', 'requirements']), 0, 'R20a (R20a, must)', '→ restart/pending-completes')
})

test.run()
