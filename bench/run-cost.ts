import { argv, cpuUsage, stdout } from 'node:process'
import { runFixture } from '../bin/proof/run-fixture.ts'
import { referenceConnectorEntry, type Shape } from '../fixtures/index.ts'
import { checks } from '../suites/index.ts'

/*
 * Wall time of a full run beside the part that nobody can save, in the same run: every start of the connector, from the
 * kill before it (the launch, for the first) to its first authenticated answer, and the connector's own destination
 * timeout once for each phase in which an answer never comes. `node dist/bench/run-cost.js [TIMEOUT_MS …]`
 */

const given = argv.slice(2).map(Number)
const timeouts = given.length > 0 ? given : [150, 1_000, 5_000, 15_000]

/**
 * What has to sit through one whole timeout, however much runs at the same time: a lost answer while all else works,
 * questions to a destination that hangs, and the same questions after a restart. A connector that answers questions
 * without its destination (asynchronous) sits through only health of the second.
 */
const phases: Readonly<Record<Shape, readonly string[]>> = {
  immediate: ['loss', 'outage-hanging', 'unknown-outcome/outage-hanging-restart'],
  asynchronous: ['loss', 'outage-hanging', 'unknown-outcome/outage-hanging-restart'],
}

interface Stage {
  wall: number
  starts: number
}

interface Cost {
  readonly wall: number
  readonly starts: number
  readonly cpu: number
  readonly stages: ReadonlyMap<string, Stage>
  readonly undecided: number
}

/** Batches by their own names, what restarts alone by its case, all else by its check. */
const stageOf: ReadonlyMap<string, string> = new Map(
  checks.flatMap(({ id: check, cases }) =>
    cases.map(({ id, batch, needs }) => [id, batch ?? (needs.includes('process') ? id : check)]),
  ),
)

async function measure(shape: Shape, timeout: number): Promise<Cost> {
  const stages = new Map<string, Stage>()
  const began = performance.now()
  let now = 'preparation'
  let since = began
  let down = began
  let starts = 0
  const stage = (): Stage => {
    const known = stages.get(now) ?? { wall: 0, starts: 0 }
    stages.set(now, known)
    return known
  }
  const enter = (next: string): void => {
    stage().wall += performance.now() - since
    since = performance.now()
    now = next
  }
  const before = cpuUsage()
  const results = await runFixture({
    entry: [referenceConnectorEntry],
    shape,
    env: { DESTINATION_TIMEOUT_MS: String(timeout) },
    change: (configuration) => ({ ...configuration, deadlineMs: 900_000 }),
    emit: (event) => {
      if (event.type === 'case-began') enter(stageOf.get(event.id) ?? event.id)
    },
    recorded: (event) => {
      if (event.type === 'kill') down = performance.now()
      if (event.type !== 'up') return
      starts += 1
      stage().starts += performance.now() - down
    },
  })
  enter('end')
  const { user, system } = cpuUsage(before)
  const isUndecided = (verdict: string): boolean => verdict !== 'pass' && verdict !== 'inapplicable'
  return {
    wall: performance.now() - began,
    starts,
    cpu: (user + system) / 1000,
    stages,
    undecided: results.filter(({ level, outcome }) => level === 'must' && isUndecided(outcome.verdict)).length,
  }
}

const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`

/** Where the overhead went: what each stage took beyond its starts and its timeout. */
function worst(stages: ReadonlyMap<string, Stage>, unavoidable: (name: string) => number): string {
  return [...stages]
    .map(([name, { wall, starts }]) => [name, wall - starts - unavoidable(name)] as const)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 5)
    .map(([name, millis]) => `${name} ${seconds(millis)}`)
    .join(', ')
}

stdout.write('shape         timeout     wall  starts  unavoidable  overhead  our cpu  overhead by stage\n')
for (const shape of ['immediate', 'asynchronous'] as const) {
  for (const timeout of timeouts) {
    const { wall, starts, cpu, stages, undecided } = await measure(shape, timeout)
    const waits = (name: string): number => (phases[shape].includes(name) ? timeout : 0)
    const startMillis = [...stages.values()].reduce((sum, each) => sum + each.starts, 0)
    const unavoidable = startMillis + timeout * phases[shape].length
    const columns = [
      shape.padEnd(12),
      `${timeout} ms`.padStart(8),
      seconds(wall).padStart(8),
      String(starts).padStart(7),
      seconds(unavoidable).padStart(12),
      seconds(wall - unavoidable).padStart(9),
      seconds(cpu).padStart(8),
      ` ${worst(stages, waits)}`,
      undecided > 0 ? `; ${undecided} MUST CASES DID NOT PASS` : '',
    ]
    stdout.write(`${columns.join(' ')}\n`)
  }
}
stdout.write(`unavoidable: starts, and the timeout once in each of: ${phases.immediate.join(', ')}\n`)
