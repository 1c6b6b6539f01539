import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endStrays, strayVariable } from './strays.ts'
import { poll, within } from './waiting.ts'

// Other systems do not tell the environment of a process.
const where = existsSync('/proc/self/environ') ? test : test.skip

const sleeper = (value: string): { readonly exited: Promise<unknown[]>; readonly kill: () => void } => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    env: { [strayVariable]: value },
    detached: true,
    stdio: 'ignore',
  })
  return { exited: once(child, 'exit'), kill: () => void child.kill('SIGKILL') }
}

where('whatever inherited the value is ended, in whatever session, and nothing else', async () => {
  const [ours, other] = [sleeper('ours-1'), sleeper('ours-10')]
  try {
    // Between fork and exec a process still has the environment of its parent.
    const ended = await poll(async () => {
      endStrays('ours-1')
      return within(ours.exited, 50)
    }, 10_000)
    assert.ok(ended, 'ended')
    assert.not(await within(other.exited, 100))
  } finally {
    ours.kill()
    other.kill()
    await other.exited
  }
})

test.run()
