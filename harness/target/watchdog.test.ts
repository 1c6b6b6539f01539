import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startTime } from './start-time.ts'
import { poll, within } from './waiting.ts'
import { attend } from './watchdog-duty.ts'
import { workFolder } from './work-folder.ts'

/** A zombie is dead: nobody may ever collect an orphan. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(existsSync('/proc') ? readFileSync(`/proc/${pid}/stat`, 'latin1') : '')
  } catch {
    return false
  }
}

/** A harness of its own process, which starts a connector that would run for ever, and says where. */
const harness = (ending: string): string => `
const { ownProcess } = await import(${JSON.stringify(new URL('./own-process.js', import.meta.url).href)})
const { startWatchdog } = await import(${JSON.stringify(new URL('./watchdog.js', import.meta.url).href)})
const { workFolder } = await import(${JSON.stringify(new URL('./work-folder.js', import.meta.url).href)})
const watchdog = startWatchdog()
const folder = await workFolder(watchdog)
let started = ''
const control = ownProcess({
  config: {
    kind: 'own',
    command: [process.execPath, '-e', 'console.log(process.pid); process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'],
    cwd: folder.path, env: {}, readyWithinMs: 10000,
  },
  environment: {}, removed: [], watchdog,
  ready: async () => started !== '',
  refused: async () => true,
  log: { write: (chunk) => { started += Buffer.from(chunk) } },
})
await control.start()
console.log(JSON.stringify({ pid: Number(started), path: folder.path }))
${ending}
`

const startHarness = async (
  ending: string,
): Promise<{ kill: () => Promise<void>; exited: Promise<unknown>; pid: number; path: string }> => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', harness(ending)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { pid, path } = JSON.parse(line) as { pid: number; path: string }
  return {
    pid,
    path,
    exited,
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

test('a harness that is killed leaves neither its connector nor its work folder behind', async () => {
  const { pid, path, kill } = await startHarness('setInterval(() => {}, 1000)')
  assert.ok(isAlive(pid))
  await writeFile(join(path, 'state'), 'x')
  await kill()
  assert.ok(await poll(async () => !isAlive(pid), 10_000), 'the connector is gone')
  assert.ok(await poll(async () => !existsSync(path), 10_000), 'the folder is gone')
})

test('a watchdog does not keep its harness alive', async () => {
  const { exited } = await startHarness('await control[Symbol.asyncDispose](); await folder[Symbol.asyncDispose]()')
  assert.ok(await within(exited, 10_000))
})

/** Runs the helper's duty in this process with these lines, up to the end of its input. */
const attendTo = async (...lines: readonly string[]): Promise<void> => {
  const input = new PassThrough()
  const done = attend(input)
  input.end(lines.join('\n'))
  await done
}

test('only what was not reported gone is cleaned up, whatever the last line looks like', async () => {
  await using kept = await workFolder()
  await using removed = await workFolder()
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
  const exited = once(child, 'exit')
  const leader = child.pid ?? 0
  await attendTo(
    JSON.stringify({ notice: 'group', leader, started: startTime(leader) }),
    JSON.stringify({ notice: 'folder', path: kept.path }),
    JSON.stringify({ notice: 'folder', path: removed.path }),
    JSON.stringify({ notice: 'folder gone', path: kept.path }),
    '{"notice":"gone","lea',
  )
  assert.equal(await exited, [null, 'SIGKILL'])
  assert.equal([existsSync(kept.path), existsSync(removed.path)], [true, false])
})

test('a pid that now belongs to another process is left alone, and so is a folder that is not ours', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
  const exited = once(child, 'exit')
  const leader = child.pid ?? 0
  await using folder = await workFolder()
  await attendTo(
    JSON.stringify({ notice: 'group', leader, started: '1' }),
    JSON.stringify({ notice: 'folder', path: join(folder.path, '..', '.') }),
    JSON.stringify({ notice: 'goodbye' }),
    JSON.stringify({ notice: 'folder', path: folder.path }),
  )
  await attendTo(JSON.stringify({ notice: 'group', leader, started: '1' }))
  assert.ok(existsSync(folder.path))
  child.kill('SIGTERM')
  assert.equal(await exited, [null, 'SIGTERM'])
})

test.run()
