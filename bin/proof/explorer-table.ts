import { readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { referenceConnectorEntry, type Shape, variantEntry } from '../../fixtures/index.ts'
import { inWords } from '../../harness/explore/index.ts'
import { findVariant } from '../../fixtures/variants.ts'
import { exploreFixture } from './explore-fixture.ts'
import { withTable } from './markdown-table.ts'

/** Mistakes that no single request shows: it takes a fault, a crash or a race at the right moment. */
const timing: readonly (readonly [id: string, shape?: Shape])[] = [
  ['concurrency-race'],
  ['concurrency-no-reservation-check'],
  ['concurrency-conflict-rejected'],
  ['restart-journal-after-write'],
  ['restart-clears-reserved'],
  ['lost-answer-retry-timeout'],
  ['lost-answer-retry-reused'],
  ['lost-answer-retry-garbage'],
  ['lost-answer-rewrites-when-absent'],
  ['lost-answer-key-per-attempt', 'asynchronous'],
  ['unknown-timeout-rejected'],
  ['unknown-lookup-404-in-flight'],
  ['unknown-404-during-outage'],
  ['unknown-repeat-rejected-during-outage'],
  ['unknown-absent-rejected'],
]

/** Schedules on each shape of the reference connector: all single disturbances, many pairs, then random ones. */
const soundSchedules = 400

const seed = 1

const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`

async function found(): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = []
  for (const [id, shape = 'immediate'] of timing) {
    const { violation, coverage } = await exploreFixture({ entry: [variantEntry, id], shape, seed, withinMs: 300_000 })
    process.stderr.write(`${id}: ${violation ? violation.rule : `not found in ${coverage.tried}`}\n`)
    if (!violation) {
      process.exitCode = 1
      rows.push([`\`${id}\``, '', 'not found', '', String(coverage.tried), '', ''])
      continue
    }
    const { rule, schedule, schedules, foundAfterMillis, shrinkTries, shrinkMillis } = violation
    const steps = inWords(schedule).map((words, index) => `${index + 1}. ${words}`)
    const sentence = findVariant(id)?.sentence ?? ''
    const cells = [`\`${id}\``, sentence, steps.join('<br>'), rule]
    rows.push([...cells, String(schedules), seconds(foundAfterMillis), `${shrinkTries} in ${seconds(shrinkMillis)}`])
  }
  return rows
}

async function unharmed(): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = []
  for (const shape of ['immediate', 'asynchronous'] as const) {
    // Half of them are random: singles and pairs alone would leave none.
    const fixed = await exploreFixture({
      entry: [referenceConnectorEntry],
      shape,
      seed,
      runs: soundSchedules,
      withinMs: 900_000,
    })
    const random = await exploreFixture({
      entry: [referenceConnectorEntry],
      shape,
      seed,
      runs: soundSchedules / 2,
      withinMs: 900_000,
      from: 'random',
    })
    const alarms = [fixed, random].filter(({ violation }) => violation !== undefined).length
    process.stderr.write(`${shape}: ${alarms} false alarms\n`)
    if (alarms > 0) process.exitCode = 1
    const { singles, pairs } = fixed.coverage
    rows.push([
      shape,
      String(fixed.coverage.tried + random.coverage.tried),
      `${singles.observed} of ${singles.legal}`,
      `${pairs.observed} of ${pairs.legal}`,
      String(random.coverage.random),
      String(fixed.coverage.inconclusive + random.coverage.inconclusive),
      String(alarms),
      seconds(fixed.millis + random.millis),
    ])
  }
  return rows
}

const page = new URL('../../../docs/explore.md', import.meta.url)

const mutants = await found()
const shapes = await unharmed()
const text = await readFile(page, 'utf8')
const withMutants = withTable(text, 'mutants', [
  ['mutant', 'its mistake', 'shrunk schedule', 'rule', 'schedules', 'found after', 'shrinking'],
  ...mutants,
])
await writeFile(
  page,
  withTable(withMutants, 'reference', [
    ['shape', 'schedules', 'singles', 'pairs', 'random', 'inconclusive', 'false alarms', 'time'],
    ...shapes,
  ]),
)
