import process from 'node:process'

/** Whoever read our output may stop (`| head -1`). That neither ends a run nor changes its exit code. */
export function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}

/** Ends this process once everything written has gone out: whatever a stopped run left waiting is not waited for. */
export async function leave(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>((resolve) => stream.write('', () => resolve()))
  }
  process.exit(code)
}
