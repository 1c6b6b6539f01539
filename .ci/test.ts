import { join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { runAll } from './runner/run-all.ts'

// `node dist/.ci/test.js [--in FOLDER] [part of a name …]`: runs the compiled tests, each file in a process of its own.
const { values, positionals } = parseArgs({ allowPositionals: true, options: { in: { type: 'string' } } })
const folder = resolve(values.in ?? join(import.meta.dirname, '..'))

const interrupted = new AbortController()
// Not once: Ctrl-C arrives twice, from the terminal and passed on by c8, and the second must not cut the tidying short.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())

const { passed, failed, skipped } = await runAll({
  folder,
  filters: positionals,
  cache: join(folder, '..', 'node_modules', '.cache', 'test-times.json'),
  limitMs: 180_000,
  signal: interrupted.signal,
  print: (text) => void process.stdout.write(text),
})
if (interrupted.signal.aborted) {
  // No closing line: half a run must not look like a whole one.
  process.stdout.write('\ninterrupted\n')
  process.exitCode = 130
} else {
  if (passed + failed + skipped === 0) process.stdout.write('\nno test was found\n')
  process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}
