import process from 'node:process'
import { whyNot } from './why-not.ts'

/** Why what we printed did not get to standard output. */
let unprinted: Error | undefined

/**
 * Whoever read our output may stop (`| head -1`): that neither ends a run nor changes its exit code. What cannot be
 * printed for another reason, such as a full disk, is remembered for {@link leave}. Diagnostics that cannot be printed are
 * dropped, because there is nobody left to tell.
 */
export function surviveBrokenStreams(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') unprinted ??= error
  })
  process.stderr.on('error', () => undefined)
}

/**
 * Ends this process once everything written has gone out: whatever a stopped run left waiting is not waited for. With 4
 * when standard output could not take it.
 */
export async function leave(code: number): Promise<never> {
  await flushed(process.stdout)
  if (unprinted) {
    process.stderr.write(`touchstone: the output is not complete: standard output ${whyNot(unprinted)}\n`)
  }
  await flushed(process.stderr)
  process.exit(unprinted && code !== 130 ? 4 : code)
}

const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => stream.write('', () => resolve()))
