import { benignVariants, facades } from '../../../fixtures/index.ts'
import { checks } from '../../../suites/index.ts'
import type { Chance, Seen } from './campaign.ts'
import type { KillMatrix, MatrixCase, MatrixMutant } from './document.ts'
import { shouldWithoutMutant } from './out-of-reach.ts'
import { nameOf } from './specimen.ts'

/** What a page is made of: the matrix, and the runs in which it was seen. */
export interface Sighting {
  readonly matrix: KillMatrix
  readonly seen: readonly Seen[]
  readonly chances: readonly Chance[]
  /** Wall time of all runs. */
  readonly seconds: number
  readonly cores: number
}

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

const caught = ({ id, kills }: MatrixCase): string =>
  kills.length > 0 ? code(kills) : `nothing; ${shouldWithoutMutant[id]}`

const counts = (mutant: MatrixMutant, changed: number): string =>
  [
    mutant.killedBy.length,
    changed > 0 && `+ ${changed}`,
    mutant.with === 'inconclusive' && 'a pass withheld',
    mutant.byChance && 'by chance',
  ]
    .filter((each) => each !== false)
    .join(', ')

/** The words of a kill, each once, with the cases that said them. */
function words({ killedBy }: MatrixMutant): string {
  const all = [...new Set(killedBy.flatMap(({ why }) => why))]
  return all
    .map((why) => `“${why}” (${code(killedBy.filter((kill) => kill.why.includes(why)).map((kill) => kill.case))})`)
    .join('; ')
}

const code = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(', ')

/** The kill matrix for people. */
export function page({ matrix, seen, chances, seconds, cores }: Sighting): string {
  const { cases, mutants } = matrix
  const changed = (id: string): number =>
    seen.find(({ specimen }) => specimen.kind === 'mutant' && specimen.id === id)?.changed.length ?? 0
  const full = seen.filter(({ isFull }) => isFull).length
  const undecided = seen.flatMap(({ specimen, onceOnly }) => onceOnly.map((id) => `${nameOf(specimen)}: \`${id}\``))
  const must = cases.filter(({ level }) => level === 'must')
  return `# Kill matrix

Written by \`npm run kill-matrix\`; do not edit. A mutant is a reference connector with one requirement broken. It is
killed when every case it names fails, and no case beside those and the ones it is said to affect changes its verdict.
A full run of each is compared with a full run of the reference of the same shape; in its other shape a mutant meets the
cases that it names. These were ${full} full runs and ${seen.length - full} of named cases, in ${seconds} s on ${cores} cores. For machines:
\`kill-matrix.json\`.

- ${mutants.length} mutants, every one of them killed; ${cases.length} cases, of which ${must.length} are of level must.
- Every must case kills at least one mutant.
- ${benignVariants.length} benign variants, correct connectors that use a freedom of the specification, and the reference in
  both shapes: none is blamed, none leaves a must case undecided${exceptions()}.
- ${facades.length} facades: processes that answer the same to everything (${code(facadesThat('nothing'))}) earn not one pass
  in any check; those that answer the same on each route (${code(facadesThat('something'))}) earn one only for what they say
  of themselves, their manifest above all.

## Checks

${table(['check', 'cases', 'mutants killed'], checkRows(cases))}

## Sole killers

Cases that are the only one to notice some mutant. Without them it would go unnoticed.

${list(cases.flatMap(({ id, solely }) => (solely.length > 0 ? [`\`${id}\`: ${code(solely)}`] : [])))}

## What each case catches

${list(cases.map((each) => `\`${each.id}\`${each.level === 'should' ? ' _(should)_' : ''}: ${caught(each)}`))}

## Mutants

How many cases must fail for each, how many more changed their verdict with it, what is wrong with it, and what the
cases say that they expected. “A pass withheld”: it can only be left undecided, which is no pass.

${list(mutants.map((each) => `\`${each.id}\` (${counts(each, changed(each.id))}): ${each.sentence}. ${words(each)}`))}

## Out of reach

No probe from outside can tell these from a correct connector, so there is no mutant of them.

${list(matrix.outOfReach.map(({ mistake, why }) => `${mistake}: ${why}`))}

## Not at the second try

Eight connectors are driven at a time. A case that this left inconclusive was run again by itself, and so was one that failed
of a mutant that is not said to affect it, since a broken connector can break more than usual. No other verdict gets a second
try: a wrong pass, or a fail of a correct connector, is wrong at once. Otherwise by itself:

${undecided.length === 0 ? 'None.' : list(undecided)}

## By chance

Kills that a single run may miss; the named cases were run by themselves when this was written.

${table(
  ['mutant', 'why', 'killed'],
  chances.map(({ mutant, runs, kills }) => [`\`${mutant.id}\``, mutant.chance ?? '', `${kills} of ${runs}`]),
)}
`
}

const facadesThat = (deserve: 'nothing' | 'something'): readonly string[] =>
  facades.filter(({ honest }) => (honest.length === 0) === (deserve === 'nothing')).map(({ id }) => id)

/** Those of which some cases cannot decide, and must not pretend to. */
const exceptions = (): string => {
  const ids = benignVariants.filter(({ undecided = [] }) => undecided.length > 0).map(({ id }) => id)
  return ids.length === 0
    ? ''
    : ` but those
  whose fault never reaches it, which must be left undecided (${code(ids)})`
}

const checkRows = (cases: readonly MatrixCase[]): readonly (readonly (string | number)[])[] =>
  checks.map(({ id }) => {
    const mine = cases.filter((each) => each.id.startsWith(`${id}/`))
    return [`\`${id}\``, mine.length, new Set(mine.flatMap(({ kills }) => kills)).size]
  })
