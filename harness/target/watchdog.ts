import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startTime } from './start-time.ts'

/** What the harness tells its watchdog, one JSON document a line. */
export type Notice =
  | { readonly notice: 'group'; readonly leader: number; readonly started: string | null }
  | { readonly notice: 'gone'; readonly leader: number }
  | { readonly notice: 'folder'; readonly path: string }
  | { readonly notice: 'folder gone'; readonly path: string }
  | { readonly notice: 'goodbye' }

/** Cleans up after this process even when it is killed with SIGKILL and cannot do it itself. */
export interface Watchdog extends Disposable {
  /** To be killed if this process is killed. Tell it in the turn in which the group is made. */
  group(leader: number): void
  gone(leader: number): void
  /** A work folder, to be removed if this process is killed. */
  folder(path: string): void
  folderGone(path: string): void
}

/**
 * Starts the helper process; one is enough for each harness process. It notices our end by the end of its input,
 * and never keeps our event loop alive. Disposing says goodbye: nothing is cleaned up then.
 */
export const startWatchdog = (): Watchdog => {
  const main = fileURLToPath(new URL('./watchdog-main.js', import.meta.url))
  // A session of its own: Ctrl-C and a signal to our group must not reach it. An empty environment: it needs no secret.
  const helper = spawn(process.execPath, [main], { detached: true, env: {}, stdio: ['pipe', 'ignore', 'ignore'] })
  helper.unref()
  const { stdin } = helper
  // Without its helper the harness still works; only a SIGKILL would leave something behind.
  helper.on('error', () => undefined)
  stdin.on('error', () => undefined)

  const tell = (notice: Notice): void => {
    if (stdin.writable) stdin.write(`${JSON.stringify(notice)}\n`)
  }
  return {
    group: (leader) => tell({ notice: 'group', leader, started: startTime(leader) }),
    gone: (leader) => tell({ notice: 'gone', leader }),
    folder: (path) => tell({ notice: 'folder', path }),
    folderGone: (path) => tell({ notice: 'folder gone', path }),
    [Symbol.dispose]: () => {
      tell({ notice: 'goodbye' })
      stdin.end()
    },
  }
}
