import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fakeTests } from './fake-tests.test.support.ts'
import { listProcesses } from './processes.ts'

const passing = `test('a', () => {}); test('b', () => {}); test.run()`
const failing = `test('a', () => {}); test('b', () => { throw new Error('as it should') }); test.run()`

async function outcome(body: string, limitMs = 60_000): Promise<{ counts: string; printed: string }> {
  await using tests = await fakeTests({ one: body })
  const { counts, printed } = await tests.run({ limitMs })
  return { counts: `${counts.passed} ${counts.failed} ${counts.skipped}`, printed }
}

test('tests that pass are counted', async () => {
  const { counts, printed } = await outcome(passing)
  assert.is(counts, '2 0 0')
  assert.match(printed, /^ok .* one\.test\.ts \(2\)\n$/)
})

test('a failing test is counted and the output of its file is shown', async () => {
  const { counts, printed } = await outcome(failing)
  assert.is(counts, '1 1 0')
  assert.match(printed, /FAILED .* one\.test\.ts \(1, 1 failed\)/)
  assert.match(printed, 'as it should')
})

test('skipped tests are counted as skipped', async () => {
  assert.is((await outcome(`test('a', () => {}); test.skip('b', () => {}); test.run()`)).counts, '1 0 1')
  assert.is((await outcome(`test.skip('b', () => {}); test.run()`)).counts, '0 0 1')
})

test('a forgotten run() is a failure', async () => {
  const { counts, printed } = await outcome(`test('a', () => {})`)
  assert.is(counts, '0 1 0')
  assert.match(printed, 'ended with code 0 and no uvu summary')
})

test('the shortest files run beside long ones while these only wait', async () => {
  const met = `join(import.meta.dirname, 'met')`
  const imports = `import { existsSync, watch, writeFileSync } from 'node:fs'; import { join } from 'node:path'`
  const long = `${imports}; test('waits until it is met', () => new Promise((resolve) => {
    const look = () => { if (existsSync(${met})) { seen.close(); resolve() } }
    const seen = watch(import.meta.dirname, look)
    look()
  })); test.run()`
  const short = `${imports}; test('meets', () => writeFileSync(${met}, '')); test.run()`
  const atOnce = Math.max(2, availableParallelism())
  const bodies = Object.fromEntries(Array.from({ length: atOnce }, (_, nth) => [`long-${nth}`, long]))
  for (const idles of [true, false]) {
    await using tests = await fakeTests({ ...bodies, short })
    const { counts } = await tests.run({ idles: () => pause(50, idles), limitMs: idles ? 60_000 : 5000 })
    assert.is(counts.failed, idles ? 0 : atOnce)
  }
})

test('a file that runs no test is a failure', async () => {
  const { counts, printed } = await outcome(`test.run()`)
  assert.is(counts, '0 1 0')
  assert.match(printed, 'ran no test')
})

test('a hook that throws is a failure although uvu exits with 0', async () => {
  const { counts, printed } = await outcome(`test.before(() => { throw new Error('hook') }); ${passing}`)
  assert.is(counts, '0 2 0')
  assert.match(printed, 'ended with code 0 though not every test passed')
})

test('a file that cannot be loaded is a failure', async () => {
  const { counts, printed } = await outcome(`import './missing.js'; ${passing}`)
  assert.is(counts, '0 1 0')
  assert.match(printed, 'ERR_MODULE_NOT_FOUND')
})

test('an exit code of failure after tests that all passed is a failure', async () => {
  const { counts, printed } = await outcome(`${passing}; process.on('exit', () => { process.exitCode = 7 })`)
  assert.is(counts, '2 1 0')
  assert.match(printed, 'ended with code 7 though every test passed')
})

test('a process killed by a signal is a failure', async () => {
  const { counts, printed } = await outcome(`test('a', () => process.kill(process.pid, 'SIGKILL')); test.run()`)
  assert.is(counts, '0 1 0')
  assert.match(printed, 'was killed by SIGKILL before its summary')
})

test('suites started one after the other are a failure, for uvu loses count of them', async () => {
  const late = `setTimeout(() => { const second = suite('second'); second('c', () => {}); second.run() }, 200)`
  const { counts, printed } = await outcome(`${passing}; ${late}`)
  assert.match(counts, / 1 0$/)
  assert.match(printed, 'printed 2 uvu summaries')
})

test('a file that hangs is killed at the limit, with what it started', async () => {
  const child = `spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit', detached: true })`
  const hang = `import { spawn } from 'node:child_process'; ${child}; test('a', () => new Promise(() => {})); test.run()`
  const { counts, printed } = await outcome(hang, 1500)
  assert.is(counts, '0 1 0')
  assert.match(printed, 'did not end within 1.5 s and was killed before its summary')
})

test('a file that stays open after its tests is late', async () => {
  const { counts, printed } = await outcome(`${passing}; setInterval(() => {}, 1000)`, 1500)
  assert.is(counts, '2 1 0')
  assert.match(printed, 'did not end within 1.5 s and was killed after its summary')
})

test('a process left behind is a failure, is named and is killed, even detached and without environment', async () => {
  const options = `{ env: {}, detached: true, stdio: 'ignore' }`
  const leave = `spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'left'], ${options})`
  const leaving = `test('a', () => { const child = ${leave}; child.unref(); console.log('pid', child.pid) }); test.run()`
  const { counts, printed } = await outcome(`import { spawn } from 'node:child_process'; ${leaving}`)
  assert.is(counts, '1 1 0')
  assert.match(printed, /left a process: \d+ .*setInterval.* left/)
  const pid = Number(/pid (\d+)/.exec(printed)?.[1])
  assert.is(
    listProcesses().some((one) => one.pid === pid),
    false,
  )
})

test('a file left in the temporary folder is a failure and is named', async () => {
  const leave = `mkdtempSync(join(tmpdir(), 'touchstone-'))`
  const imports = `import { mkdtempSync } from 'node:fs'; import { tmpdir } from 'node:os'; import { join } from 'node:path'`
  const { counts, printed } = await outcome(`${imports}; test('a', () => { ${leave} }); test.run()`)
  assert.is(counts, '1 1 0')
  assert.match(printed, /left in its temporary folder: touchstone-/)
})

test('filters choose files by a part of their name', async () => {
  await using tests = await fakeTests({ one: passing, other: failing })
  assert.equal((await tests.run({ filters: ['one'] })).counts, { passed: 2, failed: 0, skipped: 0 })
  assert.equal((await tests.run({ filters: ['nothing'] })).counts, { passed: 0, failed: 0, skipped: 0 })
})

test.run()
