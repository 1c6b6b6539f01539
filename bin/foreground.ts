import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import type { Watchdog } from '../harness/target/index.ts'

/**
 * Runs one of our own server entries until it ends or we are told to end. Its output is ours. Gives 0 when it was told
 * to end and did.
 */
export async function foreground(
  entry: string,
  watchdog: Watchdog,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  // A group of its own: Ctrl-C reaches it once, from us, and the watchdog can end it should we be killed.
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const exited = once(child, 'exit')
  if (child.pid !== undefined) watchdog.group(child.pid)
  child.stdout.once('data', (first: Buffer) => {
    const port = /"event":"listening","port":(\d+)/.exec(first.toString())?.[1]
    if (port !== undefined) process.stderr.write(`touchstone: serving at http://127.0.0.1:${port}; Ctrl-C ends it\n`)
  })
  child.stdout.pipe(process.stdout, { end: false })
  // Whoever read our output may have gone; the server's must not wait for it.
  process.stdout.on('error', () => child.stdout.resume())

  const end = (): void => void child.kill('SIGTERM')
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, end)
  try {
    const [code] = (await exited) as [number | null]
    return code ?? 4
  } finally {
    for (const signal of signals) process.off(signal, end)
    if (child.pid !== undefined) watchdog.gone(child.pid)
  }
}
