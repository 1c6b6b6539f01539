import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Drive } from './drive.ts'
import type { Observation } from './observation.ts'
import type { Errand } from './worker.ts'

/** What came of a drive; `millis` is wall time. */
export type Driven =
  | { readonly observation: Observation; readonly millis: number }
  /** The harness failed. */
  | { readonly broke: string }

export interface Crew extends AsyncDisposable {
  drive(drive: Drive): Promise<Driven>
}

const entry = fileURLToPath(new URL('./worker.js', import.meta.url))

/** Processes that drive connectors, one to a core: most of what a run costs is our own work. */
export function assemble(size: number): Crew {
  const waiting = new Map<number, (driven: Driven) => void>()
  let number = 0
  const workers = Array.from({ length: size }, () => {
    const worker = fork(entry, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const mine = new Set<number>()
    worker.on('message', ({ number: answered, ...driven }: Driven & { readonly number: number }) => {
      mine.delete(answered)
      waiting.get(answered)?.(driven)
      waiting.delete(answered)
    })
    const ended = new Promise<string>((resolve) => {
      worker.once('exit', (code, signal) => resolve(`the process that drove it ended (${signal ?? code})`))
    })
    return { worker, mine, ended }
  })

  return {
    drive(drive) {
      const errand: Errand = { number: ++number, drive }
      const least = workers.reduce((one, other) => (other.mine.size < one.mine.size ? other : one))
      least.mine.add(errand.number)
      const answered = new Promise<Driven>((resolve) => {
        waiting.set(errand.number, resolve)
        // What could not be sent is answered by the end of the process.
        least.worker.send(errand, () => undefined)
      })
      return Promise.race([answered, least.ended.then((broke) => ({ broke }))])
    },
    async [Symbol.asyncDispose]() {
      for (const { worker } of workers) if (worker.connected) worker.disconnect()
      await Promise.all(workers.map(({ ended }) => ended))
    },
  }
}
