import { readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { referenceConnectorEntry, type Shape, variantEntry } from '../../fixtures/index.ts'
import { type Exploration, inWords } from '../../harness/explore/index.ts'
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
const soundSchedules = 600

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

/** What one shape of the reference connector shows, as cells; and what of it could not be observed. */
interface Unharmed {
  readonly row: readonly string[]
  readonly unobserved: readonly (readonly string[])[]
}

async function unharmed(shape: Shape): Promise<Unharmed> {
  const entry = [referenceConnectorEntry] as const
  const bounds = { entry, shape, seed, withinMs: 900_000 } as const
  // Random ones beside: singles and pairs alone would leave none.
  const fixed = await exploreFixture({ ...bounds, runs: soundSchedules })
  const random = await exploreFixture({ ...bounds, runs: soundSchedules / 2, from: 'random' })
  const both = [fixed, random]
  const sum = (count: (exploration: Exploration) => number): number => both.map(count).reduce((a, b) => a + b)
  // What showed in company and not alone is an alarm here: the reference connector breaks no rule in any company.
  const alarms = sum(({ violation, coverage }) => coverage.doubts + (violation ? 1 : 0))
  process.stderr.write(`${shape}: ${alarms} false alarms\n`)
  if (alarms > 0 || both.some(({ error, unjudged }) => (error ?? unjudged) !== undefined)) process.exitCode = 1
  const { singles, pairs } = fixed.coverage
  const row = [
    shape,
    sum(({ coverage }) => coverage.tried),
    `${singles.observed} of ${singles.legal}`,
    `${pairs.observed} of ${pairs.legal}`,
    random.coverage.random,
    singles.vacuous + pairs.vacuous + random.coverage.vacuous,
    sum(({ coverage }) => coverage.inconclusive),
    alarms,
    seconds(sum(({ millis }) => millis)),
  ].map(String)
  const why = both.flatMap(({ coverage, violation, error, unjudged }) => [
    ...coverage.unobserved.map(({ covers, reason }) => [shape, covers, reason]),
    ...(violation
      ? [[shape, inWords(violation.schedule).join('; '), `${violation.expected}; ${violation.actual}`]]
      : []),
    ...[error, unjudged].flatMap((reason) => (reason === undefined ? [] : [[shape, 'in the end', reason]])),
  ])
  return { row, unobserved: why }
}

const page = new URL('../../../docs/explore.md', import.meta.url)

const isWanted = (part: string): boolean => process.argv.length < 3 || process.argv.includes(part)

/** `mutants` or `reference` writes only that table. */
let text = await readFile(page, 'utf8')
if (isWanted('mutants')) {
  text = withTable(text, 'mutants', [
    ['mutant', 'its mistake', 'shrunk schedule', 'rule', 'schedules', 'found after', 'shrinking'],
    ...(await found()),
  ])
}
if (isWanted('reference')) {
  const shapes = [await unharmed('immediate'), await unharmed('asynchronous')]
  const unobserved = shapes.flatMap((each) => each.unobserved)
  text = withTable(text, 'reference', [
    ['shape', 'schedules', 'singles', 'pairs', 'random', 'nothing to disturb', 'inconclusive', 'false alarms', 'time'],
    ...shapes.map(({ row }) => row),
  ])
  text = withTable(text, 'unobserved', [
    ['shape', 'what could not be observed', 'why'],
    ...(unobserved.length > 0 ? unobserved : [['both', 'nothing', '']]),
  ])
}
await writeFile(page, text)
