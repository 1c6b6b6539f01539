import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fakeTests } from './fake-tests.test.support.ts'

const main = join(import.meta.dirname, '..', 'test.js')
const passing = `test('a', () => {}); test.run()`

async function runMain(bodies: Record<string, string>): Promise<{ code: number | null; last: string | undefined }> {
  await using tests = await fakeTests(bodies)
  const child = spawn(process.execPath, [main, '--in', tests.folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { code: child.exitCode, last: printed.trimEnd().split('\n').at(-1) }
}

test('the closing line stands alone and the exit code is 0 when all passed', async () => {
  assert.equal(await runMain({ one: passing, two: passing }), { code: 0, last: '2 passed, 0 failed, 0 skipped' })
})

test('a failure makes the exit code 1', async () => {
  const failing = `test('a', () => { throw new Error('no') }); test.run()`
  assert.equal(await runMain({ one: passing, two: failing }), { code: 1, last: '1 passed, 1 failed, 0 skipped' })
})

test('no test at all makes the exit code 1', async () => {
  assert.equal(await runMain({}), { code: 1, last: '0 passed, 0 failed, 0 skipped' })
})

test('an interrupt ends the run, its test processes and says no count', async () => {
  await using server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const connect = `import { connect } from 'node:net'; connect(${port}, '127.0.0.1').on('error', () => {})`
  await using tests = await fakeTests({ hanging: `${connect}; test('a', () => new Promise(() => {})); test.run()` })
  const child = spawn(process.execPath, [main, '--in', tests.folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = Promise.all([text(child.stdout), once(child, 'close')])
  const [socket] = (await once(server, 'connection')) as [Socket]
  const gone = once(socket.on('error', () => {}).resume(), 'close')
  child.kill('SIGINT')
  child.kill('SIGINT')
  const [printed] = await ended
  await gone
  assert.is(child.exitCode, 130)
  assert.is(printed, '\ninterrupted\n')
})

test.run()
