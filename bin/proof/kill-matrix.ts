import { availableParallelism } from 'node:os'
import { readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { format } from 'prettier'
import { benignVariants, mutants } from '../../fixtures/index.ts'
import {
  type Campaign,
  type Chance,
  countChances,
  judgeAgain,
  lookedAtAgain,
  observeAll,
  type Seen,
} from './kill-matrix/campaign.ts'
import { assemble } from './kill-matrix/crew.ts'
import { idleCases, type KillMatrix, killMatrix, unseenKills } from './kill-matrix/document.ts'
import { page } from './kill-matrix/page.ts'
import { reasonsIn, reasonsOf, unknownReasons, withKnown } from './kill-matrix/reasons.ts'
import { inShare, readShare } from './kill-matrix/share.ts'
import { isInFirstShape, nameOf, type Specimen, specimens } from './kill-matrix/specimen.ts'

/**
 * Drives every mutant, benign variant and facade in full, and in its other shape a mutant with the cases that it names;
 * writes docs/kill-matrix.md and docs/kill-matrix.json, or with `--check` compares them with what was seen. With
 * `--share 2/3` a third of them; of the rest every mutant meets the cases that it names, and every facade all. Exit 1 with
 * a list of what is not as it must be. With `--keep FILE` what was seen is kept there, and judged again without a run when
 * the file is there already: the words about a mutant may be wrong where its connector is not. Words that a kill had before
 * are kept beside those it was seen with, until docs/kill-matrix.json is removed.
 */

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    share: { type: 'string', default: '1/1' },
    'every-shape': { type: 'boolean', default: false },
    /** Part of a name, to look at some of them; nothing is written. */
    only: { type: 'string' },
    keep: { type: 'string' },
    lanes: { type: 'string', default: '8' },
  },
})
const docs = (name: string): string => fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url))
const share = readShare(values.share)
const isPartial = values.only !== undefined || (share.of > 1 && !values.check)

const undecidable = new Set(benignVariants.filter(({ undecided }) => undecided).map(({ id }) => id))
const told = (line: string): void => void process.stderr.write(`${line}\n`)
const began = performance.now()
const cores = Math.min(availableParallelism(), 4)
const all = specimens()
const isOurs = inShare(share, all)
const inFull = (each: Specimen): boolean =>
  isOurs(each) && (each.kind !== 'mutant' || isInFirstShape(each) || values['every-shape'])
const isWanted = (each: Specimen): boolean => {
  if (each.kind === 'mutant') return isOurs(each) || isInFirstShape(each)
  // What can only be left undecided takes minutes.
  if (each.kind === 'benign') return isOurs(each) && (share.of === 1 || !undecidable.has(each.id))
  return true
}
const wanted = all.filter((each) => nameOf(each).includes(values.only ?? '')).filter(isWanted)
// A mutant is judged against the reference of its shape.
const chosen = wanted.some(({ kind }) => kind === 'mutant') ? [...new Set([...all.slice(0, 2), ...wanted])] : wanted

const written = await readFile(docs('kill-matrix.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
  if (values.check || error.code !== 'ENOENT') throw error
  return ''
})
/** Words that somebody has looked at: those of the page. */
const known = written === '' ? {} : reasonsOf(JSON.parse(written) as KillMatrix)

/** What a campaign saw, and how long that took. */
interface Kept {
  readonly seen: readonly Seen[]
  readonly chances: readonly Chance[]
  readonly seconds: number
}

async function drive(): Promise<Kept> {
  await using crew = assemble(cores)
  const campaign = { crew, lanes: Number(values.lanes), inFull, told }
  const observe = async (): Promise<readonly Seen[]> =>
    await lookedAtAgain(
      campaign,
      await observeAll(campaign, chosen),
      (mutant, id, why) => !values.check || known[mutant]?.[id]?.includes(why) === true,
    )
  const { seen, chances } = isPartial
    ? { seen: await observe(), chances: [] }
    : values.check
      ? await lookedFor(campaign, observe)
      : { seen: await observe(), chances: await countChances(campaign, 20, 'all runs') }
  return { seen, chances, seconds: Math.round((performance.now() - began) / 1000) }
}

/** What shows by chance is looked for beside everything else, and by itself where it did not show. */
async function lookedFor(
  campaign: Campaign,
  observe: () => Promise<readonly Seen[]>,
): Promise<Pick<Kept, 'seen' | 'chances'>> {
  const [seen, beside] = await Promise.all([observe(), countChances(campaign, 5, 'first kill')])
  const survivors = beside.filter(({ kills }) => kills === 0).map(({ mutant }) => mutant)
  const alone = await countChances(campaign, 5, 'first kill', survivors)
  const tried = alone.map((chance) => ({ ...chance, runs: chance.runs + 5 }))
  return { seen, chances: [...beside.filter(({ kills }) => kills > 0), ...tried] }
}

const before = values.keep === undefined ? undefined : await readFile(values.keep, 'utf8').catch(() => undefined)
const kept = before === undefined ? await drive() : (JSON.parse(before) as Kept)
if (values.keep !== undefined && before === undefined) await writeFile(values.keep, JSON.stringify(kept))
const { chances, seconds } = kept
const seen = judgeAgain(kept.seen)

const reasons = reasonsIn([
  ...mutants.flatMap((mutant) =>
    seen
      .filter(({ specimen: { kind, id } }) => kind === 'mutant' && id === mutant.id)
      .map((each) => ({ mutant, ...each })),
  ),
  ...chances.flatMap(({ mutant, observations }) => observations.map((observation) => ({ mutant, observation }))),
])
const complaints = [
  ...seen.flatMap(({ specimen, deviations }) =>
    deviations.map(({ id, what, said }) => `${what}: ${nameOf(specimen)}: ${id}: ${said}`),
  ),
  ...chances
    .filter(({ kills }) => kills === 0)
    .map(({ mutant, runs }) => `survivor: mutant ${mutant.id}: not once in ${runs} runs`),
]
const formatted = (text: string, parser: 'json' | 'markdown'): Promise<string> =>
  format(text, { parser, printWidth: 120 })
const jsonOf = (matrix: KillMatrix): Promise<string> => formatted(JSON.stringify(matrix), 'json')
if (values.check) {
  const matrix = killMatrix(known)
  complaints.push(...unknownReasons(known, reasons), ...unseenKills(matrix), ...idleCases(matrix))
  if (written !== (await jsonOf(matrix))) {
    complaints.push('docs/kill-matrix.json is not what the mutants say: npm run kill-matrix writes it')
  }
} else if (!isPartial) {
  const matrix = killMatrix(reasons)
  complaints.push(...unseenKills(matrix), ...idleCases(matrix))
  if (complaints.length === 0) {
    const toWrite = killMatrix(withKnown(known, reasons))
    await writeFile(docs('kill-matrix.json'), await jsonOf(toWrite))
    const text = page({ matrix: toWrite, seen, chances, seconds, cores })
    await writeFile(docs('kill-matrix.md'), await formatted(text, 'markdown'))
  }
}

const full = seen.filter(({ isFull }) => isFull).length
const again = seen.flatMap(({ specimen, onceOnly }) => onceOnly.map((id) => `${nameOf(specimen)}: ${id}`))
for (const line of again) told(`only beside other runs: ${line}`)
told(
  `${full} full runs and ${seen.length - full} of named cases in ${seconds} s on ${cores} cores; ${again.length} verdicts only beside other runs`,
)
for (const line of complaints) process.stdout.write(`${line}\n`)
process.stdout.write(complaints.length === 0 ? 'everything is as it must be\n' : `${complaints.length} complaints\n`)
process.exitCode = complaints.length === 0 ? 0 : 1
