import process from 'node:process'
import type { Arguments } from '../commands/index.ts'
import { readLook } from '../run-options.ts'

export interface VerifyProgress {
  readonly tell: (done: number, total: number) => void
  /** Takes an unfinished line off the terminal. */
  readonly end: () => void
}

/** On a terminal one line that counts; in a log a line for every tenth of many records. */
export function verifyProgress(options: Arguments): VerifyProgress {
  const { progress } = readLook(options)
  let told = 0
  return {
    tell(done, total) {
      const step = progress === 'lines' ? Math.max(50_000, Math.ceil(total / 10)) : 1000
      if (progress === 'none' || done - told < step) return
      told = done
      const text = `verified ${done} of ${total} records`
      process.stderr.write(progress === 'rewritten' ? `\r${text}` : `${text}\n`)
    },
    end() {
      if (told > 0 && progress === 'rewritten') process.stderr.write('\r\u001b[2K')
    },
  }
}
