import { hostileBehaviours } from '../../../fixtures/index.ts'
import { withTable } from '../markdown-table.ts'
import { mostMemory } from './findings.ts'
import type { Withstood } from './withstand.ts'

/** `docs/hostile.md`, for sieges without findings. */
export function renderPage(withstood: readonly Withstood[]): string {
  const worst = Math.max(...withstood.map(({ seen }) => seen.peak))
  const full = withstood.filter(({ siege }) => siege.only === undefined).length
  const page = `# Hostile connectors

A harness that a connector can break is no judge. Each connector of this page is broken or malicious in one way, runs in a
process of its own and is driven by the real command line with every control; ${full} of the ${withstood.length} meet the full plan. What is
demanded of each run, as seen from outside:

- it ends by itself within its deadline, with the exit code and the verdicts that are right;
- the harness never holds more than ${megabytes(mostMemory)} MB of memory;
- no process and no temporary file is left, and the port is free;
- nothing reaches another origin: a trap listens, and catches nothing;
- no token, no post text, no raw control character, no command of a CI runner and no active markup reaches the terminal or
  a report, and no line of the terminal is the connector's;
- every JSON, NDJSON, XML and HTML file is valid.

The most memory that any of these runs held was ${megabytes(worst)} MB; a run against a harmless connector holds about 160 MB. Times
are of a machine with two cores that had several of these runs, and more, to do at once.

<!-- table -->

<!-- /table -->

Written by \`npm run hostile-table\`, which ends without a page when one of them is not withstood.
`
  const head = ['', 'a connector that …', 'exit', 'why that is right', 'memory', 'time']
  return withTable(page, 'table', [head, ...withstood.map(row)])
}

function row({ siege: { id, only, exit, why }, seen: { peak, millis } }: Withstood): readonly string[] {
  const plan = only === undefined ? ' (full plan)' : ''
  const says = `${(sentences.get(id) ?? '').replaceAll('__', '\\_\\_')}${plan}`
  return [`\`${id}\``, says, String(exit), why, `${megabytes(peak)} MB`, `${Math.round(millis / 1000)} s`]
}

const sentences: ReadonlyMap<string, string> = new Map(
  Object.values(hostileBehaviours)
    .flat()
    .map(({ id, sentence }) => [id, sentence]),
)

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024)
