import { availableParallelism } from 'node:os'
import { readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { format } from 'prettier'
import { benignVariants, mutants } from '../../fixtures/index.ts'
import { countChances, observeAll } from './kill-matrix/campaign.ts'
import { assemble } from './kill-matrix/crew.ts'
import { idleCases, type KillMatrix, killMatrix, unseenKills } from './kill-matrix/document.ts'
import { page } from './kill-matrix/page.ts'
import { reasonsIn, reasonsOf, unknownReasons } from './kill-matrix/reasons.ts'
import { inShare, readShare } from './kill-matrix/share.ts'
import { isInFirstShape, nameOf, type Specimen, specimens } from './kill-matrix/specimen.ts'

/**
 * Drives every mutant, benign variant and facade in full, and in its other shape a mutant with the cases that it names;
 * writes docs/kill-matrix.md and docs/kill-matrix.json, or with `--check` compares them with what was seen. With
 * `--share 2/3` a third of them; of the rest every mutant meets the cases that it names, and every facade all. Exit 1 with
 * a list of what is not as it must be.
 */

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    share: { type: 'string', default: '1/1' },
    'every-shape': { type: 'boolean', default: false },
    /** Part of a name, to look at some of them; nothing is written. */
    only: { type: 'string' },
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

await using crew = assemble(cores)
const campaign = { crew, lanes: Number(values.lanes), inFull, told }
const seen = await observeAll(campaign, chosen)
const chances = isPartial
  ? []
  : await countChances(campaign, values.check ? 5 : 20, values.check ? 'first kill' : 'all runs')
const seconds = Math.round((performance.now() - began) / 1000)

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
  const kept = await readFile(docs('kill-matrix.json'), 'utf8')
  const known = reasonsOf(JSON.parse(kept) as KillMatrix)
  const matrix = killMatrix(known)
  complaints.push(...unknownReasons(known, reasons), ...unseenKills(matrix), ...idleCases(matrix))
  if (kept !== (await jsonOf(matrix))) {
    complaints.push('docs/kill-matrix.json is not what the mutants say: npm run kill-matrix writes it')
  }
} else if (!isPartial) {
  const matrix = killMatrix(reasons)
  complaints.push(...unseenKills(matrix), ...idleCases(matrix))
  if (complaints.length === 0) {
    await writeFile(docs('kill-matrix.json'), await jsonOf(matrix))
    const text = page({ matrix, seen, chances, seconds, cores })
    await writeFile(docs('kill-matrix.md'), await formatted(text, 'markdown'))
  }
}

const full = seen.filter(({ isFull }) => isFull).length
const again = seen.flatMap(({ specimen, onceOnly }) => onceOnly.map((id) => `${nameOf(specimen)}: ${id}`))
for (const line of again) told(`undecided only beside other runs: ${line}`)
told(
  `${full} full runs and ${seen.length - full} of named cases in ${seconds} s on ${cores} cores; ${again.length} verdicts undecided only beside other runs`,
)
for (const line of complaints) process.stdout.write(`${line}\n`)
process.stdout.write(complaints.length === 0 ? 'everything is as it must be\n' : `${complaints.length} complaints\n`)
process.exitCode = complaints.length === 0 ? 0 : 1
