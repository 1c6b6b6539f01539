import { Worker } from 'node:worker_threads'
import { argv, stdout } from 'node:process'
import { runFixture } from '../bin/proof/run-fixture.ts'
import { benignVariants, referenceConnectorEntry, type Shape, variantEntry } from '../fixtures/index.ts'
import { eachOf } from '../harness/checks/poll.ts'
import type { CaseResult } from '../harness/run/index.ts'

/*
 * Full runs over correct connectors, one after the other through the list: how often is one of them blamed, or left
 * undecided? `node dist/bench/false-alarms.js [RUNS] [BUSY RUNS] [LANES]`; while the busy runs go on, both cores are kept
 * working by loops of our own.
 */

const [runs = 200, busy = 50, lanes = 2] = argv.slice(2).map(Number)

interface Subject {
  readonly name: string
  readonly entry: readonly [string, ...string[]]
  readonly shape: Shape
  readonly env?: Readonly<Record<string, string>>
  readonly workspaceId?: string
}

/** Slow on purpose: minutes a run. The kill matrix runs them, and those which nobody can decide. */
const slow = new Set(['slow-destination-timeout', 'slow-boot', 'health-cached'])

const subjects: readonly Subject[] = [
  ...(['immediate', 'asynchronous'] as const).map((shape) => ({
    name: `reference ${shape}`,
    entry: [referenceConnectorEntry] as const,
    shape,
  })),
  ...benignVariants
    .filter(({ id, undecided }) => !slow.has(id) && undecided === undefined)
    .flatMap(({ id, shapes, env, workspaceId }) =>
      shapes.map((shape) => ({
        name: `${id} ${shape}`,
        entry: [variantEntry, id] as const,
        shape,
        ...(env ? { env } : {}),
        ...(workspaceId === undefined ? {} : { workspaceId }),
      })),
    ),
]

const blamed = (results: readonly CaseResult[]): readonly CaseResult[] =>
  results.filter(
    ({ level, outcome: { verdict } }) =>
      verdict === 'error' || (level === 'must' && verdict !== 'pass' && verdict !== 'inapplicable'),
  )

async function series(label: string, count: number): Promise<void> {
  const began = performance.now()
  let cases = 0
  const alarms = await eachOf(
    Array.from({ length: count }, (_, nth) => nth),
    lanes,
    async (nth) => {
      const subject = subjects[nth % subjects.length]
      if (!subject) return []
      const { entry, shape, env, workspaceId } = subject
      const results = await runFixture({
        entry,
        shape,
        seed: nth,
        ...(env ? { env } : {}),
        change: (configuration) =>
          workspaceId === undefined ? configuration : { ...configuration, connection: { workspaceId } },
      })
      cases += results.length
      return blamed(results).map(({ id, outcome }) => `${subject.name}, seed ${nth}: ${id} ${JSON.stringify(outcome)}`)
    },
  )
  const found = alarms.flat()
  const wrong = alarms.filter((each) => each.length > 0).length
  const seconds = (performance.now() - began) / 1000
  // With none in n the true rate lies below 3/n at 95 % (rule of three).
  const bound =
    wrong === 0 ? `below ${((3 / count) * 100).toFixed(1)} % at 95 %` : `${((wrong / count) * 100).toFixed(1)} %`
  stdout.write(
    `${label}: ${count} runs, ${cases} case results, ${wrong} runs with a false alarm (${bound}), ${seconds.toFixed(0)} s\n`,
  )
  for (const alarm of found) stdout.write(`  ${alarm}\n`)
}

await series('quiet', runs - busy)
const loops = [0, 1].map(() => new Worker('for (;;) {}', { eval: true }))
await series('both cores busy', busy)
await Promise.all(loops.map((loop) => loop.terminate()))
