import { argv, stdout } from 'node:process'
import { runFixture } from '../bin/proof/run-fixture.ts'
import { referenceConnectorEntry } from '../fixtures/index.ts'
import type { CaseResult } from '../harness/run/index.ts'

/*
 * Wall time of a full run beside the part that nobody can save, in the same run: every boot of the connector, and its own
 * destination timeout once for each phase in which an answer never comes. `node dist/bench/run-cost.js [TIMEOUT_MS …]`
 */

const given = argv.slice(2).map(Number)
const timeouts = given.length > 0 ? given : [150, 1_000, 5_000, 15_000]

/** Phases that have to sit through the connector's own timeout once, however much runs at the same time. */
const phases = [
  'loss',
  'outage-refused',
  'outage-hanging',
  'outage-500',
  'outage over a restart, refused',
  'hanging',
  '500',
]

stdout.write('shape         timeout     wall   boots  unavoidable  overhead  slowest cases\n')
for (const shape of ['immediate', 'asynchronous'] as const) {
  for (const timeout of timeouts) {
    let boots = 0
    let bootMillis = 0
    let killed = performance.now()
    const began = performance.now()
    const results = await runFixture({
      entry: [referenceConnectorEntry],
      shape,
      env: { DESTINATION_TIMEOUT_MS: String(timeout) },
      change: (configuration) => ({ ...configuration, deadlineMs: 900_000 }),
      recorded: (event) => {
        if (event.type === 'kill') killed = performance.now()
        if (event.type !== 'up') return
        boots += 1
        bootMillis += performance.now() - killed
      },
    })
    const wall = performance.now() - began
    const unavoidable = bootMillis + timeout * phases.length
    const columns = [
      shape.padEnd(12),
      `${timeout} ms`.padStart(8),
      seconds(wall).padStart(8),
      String(boots).padStart(6),
      seconds(unavoidable).padStart(12),
      seconds(wall - unavoidable).padStart(9),
      slowest(results),
    ]
    stdout.write(`${columns.join(' ')}\n`)
  }
}
stdout.write(`unavoidable: boots, and the timeout once in each of ${phases.length} phases: ${phases.join(', ')}\n`)

function seconds(millis: number): string {
  return `${(millis / 1000).toFixed(1)} s`
}

/** Where the rest goes: checks by the time their cases took, those of one batch counted once. */
function slowest(results: readonly CaseResult[]): string {
  const byCheck = new Map<string, number>()
  const seen = new Set<string>()
  for (const { check, millis } of results) {
    // Cases of one batch end together, and their times are the same wait.
    const wait = Math.round(millis / 20)
    if (millis > 300 && seen.has(String(wait))) continue
    seen.add(String(wait))
    byCheck.set(check, (byCheck.get(check) ?? 0) + millis)
  }
  return [...byCheck]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 4)
    .map(([check, millis]) => `${check} ${seconds(millis)}`)
    .join(', ')
}
