import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { PublishedStored } from '../../harness/host/index.ts'
import type { InFence } from '../../harness/run/index.ts'
import { Inconclusive } from '../../harness/checks/verdict.ts'

/** What the other process is told; on its standard input, because it holds the token. */
export interface Errand {
  readonly url: string
  readonly token: string
  readonly ca?: string
  readonly builtinProviders: readonly string[]
  readonly stored: readonly InFence[]
}

const entry = fileURLToPath(new URL('./publish-stored-main.js', import.meta.url))

/** Publishes stored renditions in a new harness process (R27). It ends with this one, whatever ends this one. */
export async function publishElsewhere(
  errand: Errand,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<readonly PublishedStored[]> {
  const child = spawn(process.execPath, [entry], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
    signal,
    killSignal: 'SIGKILL',
  })
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  const closed = once(child, 'close').catch(() => [null])
  // The end of its input is our end: it stays open until the child has answered.
  child.stdin.write(`${JSON.stringify(errand)}\n`)
  const answer = await text(child.stdout)
  const [code] = (await closed) as [number | null]
  signal.throwIfAborted()
  if (code !== 0)
    throw new Inconclusive('the process that was to publish the stored renditions did not come to its end')
  // Safe: the other end is ours.
  return JSON.parse(answer) as readonly PublishedStored[]
}
