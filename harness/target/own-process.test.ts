import { readFile, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { request } from 'undici'
import { ownProcess } from './own-process.ts'
import { freePortBelowEphemeral } from './port.ts'
import { ConfigurationError } from './configuration-error.ts'
import { ControlError, StartError } from './process-control.ts'
import type { ProcessControl } from './process-control.ts'
import { connectionRefused } from './refused.ts'
import { deferred, within } from './waiting.ts'
import { startWatchdog } from './watchdog.ts'
import { workFolder } from './work-folder.ts'

const connector = `
const { createServer } = require('node:http')
const { writeFileSync } = require('node:fs')
writeFileSync(process.env.PID_FILE, String(process.pid))
console.log(JSON.stringify({ inherited: process.env.INHERITED, removed: process.env.REMOVED, given: process.env.GIVEN }))
const serve = () => createServer((request, response) => response.end('ok')).listen(process.env.PORT, '127.0.0.1')
switch (process.env.MODE) {
  case 'early': console.error('bad token s3cret-token\\u001b[31m'); process.exitCode = 7; break
  case 'silent': setInterval(() => {}, 1000); console.error('still thinking'); break
  case 'stubborn': process.on('SIGTERM', () => console.error('no')); serve(); break
  case 'polite': process.on('SIGTERM', () => { console.error('bye'); process.exit(0) }); serve(); break
  case 'crash': createServer((request, response) => {
    if (request.url === '/crash') { console.error('oh no'); process.exit(3) }
    response.end('ok')
  }).listen(process.env.PORT, '127.0.0.1'); break
  default: serve()
}
`

interface Tried extends AsyncDisposable {
  readonly control: ProcessControl
  readonly url: string
  readonly log: () => string
  readonly pid: () => Promise<number>
}

/** A connector of ours in a mode of misbehaviour; `wrap` makes a command of the one that starts it. */
const tryOut = async (
  mode: string,
  { wrap, readyWithinMs = 10_000 }: { wrap?: (script: string) => [string, ...string[]]; readyWithinMs?: number } = {},
): Promise<Tried> => {
  const watchdog = startWatchdog()
  const folder = await workFolder(watchdog)
  const script = join(folder.path, 'connector.cjs')
  const pidFile = join(folder.path, 'pid')
  await writeFile(script, connector)
  const port = await freePortBelowEphemeral(Math.random)
  const url = `http://127.0.0.1:${port}`
  let log = ''
  const control = ownProcess({
    config: {
      kind: 'own',
      command: wrap ? wrap(script) : [process.execPath, script],
      cwd: folder.path,
      env: { PORT: String(port), MODE: mode, PID_FILE: pidFile, GIVEN: 'given' },
      readyWithinMs,
    },
    environment: { PATH: process.env['PATH'], INHERITED: 'inherited', REMOVED: 'removed' },
    removed: ['REMOVED'],
    ready: (signal) =>
      request(url, { signal, reset: true }).then(
        async ({ body }) => (await body.dump(), true),
        () => false,
      ),
    refused: () => connectionRefused(url),
    log: { write: (chunk) => void (log += Buffer.from(chunk).toString()) },
    watchdog,
    secrets: ['s3cret-token'],
    terminateWithinMs: 500,
  })
  return {
    control,
    url,
    log: () => log,
    pid: async () => Number(await readFile(pidFile, 'utf8')),
    [Symbol.asyncDispose]: async () => {
      await control[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
      watchdog[Symbol.dispose]()
    },
  }
}

const failure = (promise: Promise<void>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a connector is started with its own environment, killed until its address refuses, and proven new', async () => {
  await using tried = await tryOut('')
  const { control } = tried
  assert.equal([control.running, control.generation, control.starts, control.provenNew], [false, 0, 0, false])
  await control.start()
  assert.equal([control.running, control.generation, control.starts, control.provenNew], [true, 1, 1, false])
  const first = await tried.pid()
  await control.kill()
  assert.is(control.running, false)
  assert.ok(await connectionRefused(tried.url))
  await control.restart()
  assert.equal([control.running, control.generation, control.starts, control.provenNew], [true, 2, 2, true])
  assert.is.not(await tried.pid(), first)
  assert.is(control.unexpectedExit(), undefined)
  await control.terminate()
  assert.is(tried.log(), '{"inherited":"inherited","given":"given"}\n'.repeat(2))
})

test('killNow has killed before anything else can happen, and restart goes on from there', async () => {
  await using tried = await tryOut('')
  await tried.control.start()
  const exited = deferred<string | null>()
  tried.control.onExit(({ signal }) => exited.resolve(signal))
  tried.control.killNow()
  assert.is(tried.control.running, false)
  assert.is(await exited.promise, 'SIGKILL')
  assert.is(tried.control.unexpectedExit(), undefined)
  await tried.control.restart()
  assert.is(tried.control.generation, 2)
})

test('an exit that nobody asked for is known, with its last words, until the next start', async () => {
  await using tried = await tryOut('crash')
  await tried.control.start()
  const exited = deferred<void>()
  const stop = tried.control.onExit(() => exited.resolve())
  await request(`${tried.url}/crash`, { reset: true }).catch(() => undefined)
  await exited.promise
  stop()
  assert.is(tried.control.running, false)
  await tried.control.restart()
  assert.is(tried.control.unexpectedExit(), undefined)
  await request(`${tried.url}/crash`, { reset: true }).catch(() => undefined)
  await within(new Promise<void>((resolve) => tried.control.onExit(() => resolve())), 1_000)
  await tried.control.terminate()
  assert.equal(tried.control.unexpectedExit(), { code: 3, signal: null, tail: 'oh no' })
})

test('a connector that ends before it answers is reported at once, without its secrets', async () => {
  await using tried = await tryOut('early', { readyWithinMs: 60_000 })
  const starting = failure(tried.control.start())
  assert.ok(await within(starting, 10_000))
  const error = await starting
  assert.instance(error, StartError)
  assert.is(
    (error as Error).message,
    'the connector ended before it answered (exit code 7); its last output:\n  bad token [secret]\\u001b[31m',
  )
  assert.equal([tried.control.running, tried.control.generation, tried.control.starts], [false, 0, 1])
})

test('a connector that never answers is ended and reported', async () => {
  await using tried = await tryOut('silent', { readyWithinMs: 300 })
  const error = await failure(tried.control.start())
  assert.instance(error, StartError)
  assert.match(
    (error as Error).message,
    /^the connector did not answer within 300 ms; raise process.ready_within_ms if it needs longer/,
  )
  assert.not(isAlive(await tried.pid()))
})

test('a program that does not exist is named', async () => {
  await using tried = await tryOut('', { wrap: () => ['no-such-program'] })
  const error = await failure(tried.control.start())
  assert.instance(error, ConfigurationError)
  assert.is(
    (error as Error).message,
    'process.command: cannot start no-such-program: no such program; check it, PATH and process.cwd',
  )
})

test('once disposed it starts nothing, whoever still asks for it', async () => {
  const { control } = await tryOut('')
  await control[Symbol.asyncDispose]()
  assert.is(((await failure(control.start())) as Error).message, 'the run is over')
})

test('another program at the address is not taken for the connector', async () => {
  await using tried = await tryOut('')
  const { port } = new URL(tried.url)
  await using other = createServer((socket) => socket.destroy()).listen(Number(port), '127.0.0.1')
  await once(other, 'listening')
  assert.is(
    ((await failure(tried.control.start())) as Error).message,
    'something already listens at connector.url; end it, or give the connector another port',
  )
})

test('terminate lets the connector finish and takes its last words', async () => {
  await using tried = await tryOut('polite')
  await tried.control.start()
  tried.control.pause?.()
  await tried.control.terminate()
  assert.match(tried.log(), /bye\n$/)
  assert.is(tried.control.unexpectedExit(), undefined)
})

test('a paused connector does not answer, and a resumed one does', async () => {
  await using tried = await tryOut('')
  await tried.control.start()
  tried.control.pause?.()
  const answer = request(tried.url, { reset: true }).then(({ body }) => body.text())
  assert.not(await within(answer, 100))
  tried.control.resume?.()
  assert.is(await answer, 'ok')
})

test('a wrapper that is killed with its group leaves nothing behind', async () => {
  const wrap = (script: string): [string, ...string[]] => ['sh', '-c', `"${process.execPath}" "${script}"; true`]
  await using tried = await tryOut('', { wrap })
  await tried.control.start()
  await tried.control.kill()
  assert.ok(await connectionRefused(tried.url))
  await tried.control.start()
  assert.is(tried.control.generation, 2)
})

test('a wrapper that puts the connector into the background is told to stay', async () => {
  const wrap = (script: string): [string, ...string[]] => ['sh', '-c', `"${process.execPath}" "${script}" & true`]
  await using tried = await tryOut('silent', { wrap })
  const error = await failure(tried.control.start())
  assert.match(
    (error as Error).message,
    /^the connector ended before it answered \(exit code 0\); process.command must stay in the foreground/,
  )
})

test('a process that leaves the group and serves on is noticed', async () => {
  const wrap = (script: string): [string, ...string[]] => [
    'sh',
    '-c',
    `setsid "${process.execPath}" "${script}" & wait`,
  ]
  await using tried = await tryOut('', { wrap })
  await tried.control.start()
  const escaped = await tried.pid()
  try {
    const error = await failure(tried.control.kill())
    assert.instance(error, ControlError)
    assert.match(
      (error as Error).message,
      /^connections are still accepted after process.command has ended: .*not through a shell wrapper/,
    )
  } finally {
    process.kill(escaped, 'SIGKILL')
  }
})

test('a process that left the group is ended with the run', async () => {
  const wrap = (script: string): [string, ...string[]] => [
    'sh',
    '-c',
    `setsid "${process.execPath}" "${script}" & wait`,
  ]
  const tried = await tryOut('', { wrap })
  try {
    await tried.control.start()
  } finally {
    await tried[Symbol.asyncDispose]()
  }
  assert.ok(await connectionRefused(tried.url))
})

test('terminate kills a connector that ignores it', async () => {
  await using tried = await tryOut('stubborn')
  await tried.control.start()
  await tried.control.terminate()
  assert.not(isAlive(await tried.pid()))
  assert.match(tried.log(), /no\n$/)
})

test.run()
