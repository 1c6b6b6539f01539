import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * How long `--help` of every command takes from the built package, beside a Node that does nothing. Rounds go through
 * all of them, so that whatever else the machine does falls on each alike; medians are compared.
 */
const rounds = 15
const limitMs = 150

const entry = fileURLToPath(new URL('../bin/touchstone.js', import.meta.url))
const names =
  'demo run init list explain serve explore replay certify record ledger provider claims queue service mcp'.split(' ')
const commands = ['', ...names]

const subjects = [
  { name: 'node -e 0', argv: ['-e', '0'] },
  ...commands.map((name) => ({
    name: `touchstone ${name} --help`.replace('  ', ' '),
    argv: [entry, ...(name === '' ? [] : [name]), '--help'],
  })),
]
const times = subjects.map((): number[] => [])
for (let round = 0; round < rounds; round += 1) {
  for (const [index, { argv }] of subjects.entries()) times[index]?.push(measure(argv))
}
const medians = times.map(median)
const [bare = 1] = medians
for (const [index, { name }] of subjects.entries()) {
  const millis = medians[index] ?? 0
  const verdict =
    index === 0 ? '' : `, ${(millis / bare).toFixed(1)} × node, ${millis < limitMs ? 'under' : 'OVER'} ${limitMs} ms`
  const fastest = Math.min(...(times[index] ?? []))
  process.stdout.write(
    `${name.padEnd(26)} ${millis.toFixed(0).padStart(4)} ms (fastest ${fastest.toFixed(0)} ms)${verdict}\n`,
  )
}

function measure(argv: readonly string[]): number {
  const began = performance.now()
  const { status } = spawnSync(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] })
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}`)
  return performance.now() - began
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
