import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { request } from 'undici'
import { freePortBelowEphemeral } from './port.ts'
import { ControlError, StartError } from './process-control.ts'
import type { ProcessControl } from './process-control.ts'
import { connectionRefused } from './refused.ts'
import { remoteProcess } from './remote-process.ts'
import { startWatchdog } from './watchdog.ts'
import { workFolder } from './work-folder.ts'

/** Stands in for docker: keeps one background server, whose pid it remembers. */
const docker = `#!/bin/sh
cd "$(dirname "$0")"
env > "environment-$1"
case "$1" in
  start) echo started >> starts; "${process.execPath}" server.cjs > /dev/null 2>&1 & echo $! > pid ;;
  kill) kill -9 "$(cat pid)" ;;
  identity) cat pid ;;
  same) echo always-the-same ;;
  fail) echo "no such container: $2" >&2; exit 4 ;;
  hang) exec sleep 60 ;;
esac
`

interface Tried extends AsyncDisposable {
  readonly control: ProcessControl
  /** Another control of the same connector. */
  readonly another: () => ProcessControl
  readonly program: string
  readonly file: (name: string) => Promise<string>
}

const tryOut = async (
  commands: Partial<Record<'kill' | 'start' | 'identity', string>>,
  { deadlineMs = 10_000, readyWithinMs = 5_000 } = {},
): Promise<Tried> => {
  const watchdog = startWatchdog()
  const folder = await workFolder(watchdog)
  const program = join(folder.path, 'docker')
  const port = await freePortBelowEphemeral(Math.random)
  const url = `http://127.0.0.1:${port}`
  await writeFile(program, docker)
  await chmod(program, 0o700)
  await writeFile(
    join(folder.path, 'server.cjs'),
    `require('node:http').createServer((_, answer) => answer.end('ok')).listen(${port}, '127.0.0.1')`,
  )
  const another = (): ProcessControl =>
    remoteProcess({
      config: {
        kind: 'commands',
        kill: [program, commands.kill ?? 'kill', 'c1'],
        start: [program, commands.start ?? 'start', 'c1'],
        ...(commands.identity !== undefined && { identity: [program, commands.identity] }),
        cwd: folder.path,
        readyWithinMs,
      },
      environment: { PATH: process.env['PATH'], HOME: '/home/x', SECRET: 's', DOCKER_HOST: 'd' },
      removed: ['DOCKER_HOST'],
      ready: (signal) =>
        request(url, { signal, reset: true }).then(
          async ({ body }) => (await body.dump(), true),
          () => false,
        ),
      refused: () => connectionRefused(url),
      deadlineMs,
    })
  const control = another()
  const file = (name: string): Promise<string> => readFile(join(folder.path, name), 'utf8')
  return {
    control,
    another,
    program,
    file,
    [Symbol.asyncDispose]: async () => {
      await failure(control.kill())
      const pid = await file('pid').then(Number, () => 0)
      if (pid > 0) process.kill(pid, 'SIGKILL')
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

test('a connector elsewhere is restarted by commands and proven new by its identity', async () => {
  await using tried = await tryOut({ identity: 'identity' })
  const { control } = tried
  await control.start()
  assert.equal([control.running, control.generation, control.provenNew], [true, 1, false])
  control.killNow()
  assert.is(control.running, false)
  await control.restart()
  assert.equal([control.running, control.generation, control.starts, control.provenNew], [true, 2, 2, true])
})

test('commands see a small environment without tokens', async () => {
  await using tried = await tryOut({})
  await tried.control.start()
  // What the shell sets, and what Node adds by itself to every child while coverage is measured.
  const ofOthers = ['PWD', 'OLDPWD', 'SHLVL', '_', 'NODE_V8_COVERAGE']
  const names = (await tried.file('environment-start')).match(/^\w+(?==)/gm) ?? []
  assert.equal(names.filter((name) => !ofOthers.includes(name)).toSorted(), ['HOME', 'PATH'])
})

test('one that runs already is not started again', async () => {
  await using tried = await tryOut({})
  await tried.control.start()
  await tried.another().start()
  assert.is(await tried.file('starts'), 'started\n')
})

test('one that we have killed is started again at the end', async () => {
  await using tried = await tryOut({})
  await tried.control.start()
  await tried.control.kill()
  await tried.control[Symbol.asyncDispose]()
  assert.equal([tried.control.running, await tried.file('starts')], [true, 'started\nstarted\n'])
})

test('without an identity that differs a new instance is not proven', async () => {
  for (const commands of [{}, { identity: 'same' }]) {
    await using tried = await tryOut(commands)
    await tried.control.start()
    await tried.control.restart()
    assert.equal([tried.control.generation, tried.control.provenNew], [2, false])
  }
})

test('a command that fails is named with its exit code and last words', async () => {
  await using tried = await tryOut({ kill: 'fail' })
  await tried.control.start()
  const error = await failure(tried.control.kill())
  assert.instance(error, ControlError)
  assert.is(
    (error as Error).message,
    `the command ${tried.program} exited with code 4; its last output:\n  no such container: c1`,
  )
})

test('a command that hangs is ended at its deadline', async () => {
  await using tried = await tryOut({ start: 'hang' }, { deadlineMs: 200 })
  const error = await failure(tried.control.start())
  assert.instance(error, ControlError)
  assert.match((error as Error).message, /did not end within 200 ms$/)
})

test('a kill that ends nothing is noticed', async () => {
  await using tried = await tryOut({ kill: 'same' }, { deadlineMs: 300 })
  await tried.control.start()
  assert.match(
    ((await failure(tried.control.kill())) as Error).message,
    /^connections are still accepted 300 ms after process.commands.kill/,
  )
})

test('a start that starts nothing is noticed', async () => {
  await using tried = await tryOut({ start: 'same' }, { readyWithinMs: 300 })
  const error = await failure(tried.control.start())
  assert.instance(error, StartError)
})

test.run()
