import { availableParallelism } from 'node:os'
import { readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { format } from 'prettier'
import { benignVariants } from '../../fixtures/index.ts'
import { countChances, observeAll } from './kill-matrix/campaign.ts'
import { assemble } from './kill-matrix/crew.ts'
import { idleCases, killMatrix } from './kill-matrix/document.ts'
import { page } from './kill-matrix/page.ts'
import { nameOf, specimens } from './kill-matrix/specimen.ts'

/**
 * Drives every mutant, benign variant and facade in one of its shapes, or with `--every-shape` in each, and writes
 * docs/kill-matrix.md and docs/kill-matrix.json; with `--check` what is there must be what was seen. `--named` runs of each
 * mutant only the cases that it names, and a sixth of the benign variants, in a quarter of the time. Exit 1 with a list of
 * what is not as it must be.
 */

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    named: { type: 'boolean', default: false },
    'every-shape': { type: 'boolean', default: false },
    /** Part of a name, to look at some of them; nothing is written. */
    only: { type: 'string' },
    lanes: { type: 'string', default: '8' },
  },
})
const docs = (name: string): string => fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url))
const isPartial = values.only !== undefined || (values.named && !values.check)

const undecidable = new Set(benignVariants.filter(({ undecided }) => undecided).map(({ id }) => id))
const told = (line: string): void => void process.stderr.write(`${line}\n`)
const began = performance.now()
const cores = Math.min(availableParallelism(), 4)
const all = specimens(values['every-shape'] ? 'every' : 'one')
const named = all
  .filter((each) => nameOf(each).includes(values.only ?? ''))
  // Each of them costs a full run, of which the tests have some too; what can only be left undecided takes minutes.
  .filter(({ kind, id }, index) => !values.named || kind !== 'benign' || (index % 6 === 0 && !undecidable.has(id)))
// A mutant is judged against the reference of its shape.
const chosen = named.some(({ kind }) => kind === 'mutant') ? [...new Set([...all.slice(0, 2), ...named])] : named

await using crew = assemble(cores)
const campaign = { crew, lanes: Number(values.lanes), namedOnly: values.named, told }
const seen = await observeAll(campaign, chosen)
const chances = isPartial
  ? []
  : await countChances(campaign, values.check ? 5 : 20, values.check ? 'first kill' : 'all runs')
const seconds = Math.round((performance.now() - began) / 1000)

const matrix = killMatrix()
const formatted = (text: string, parser: 'json' | 'markdown'): Promise<string> =>
  format(text, { parser, printWidth: 120 })
const json = await formatted(JSON.stringify(matrix), 'json')
const complaints = [
  ...seen.flatMap(({ specimen, deviations }) =>
    deviations.map(({ id, what, said }) => `${what}: ${nameOf(specimen)}: ${id}: ${said}`),
  ),
  ...chances
    .filter(({ kills }) => kills === 0)
    .map(({ mutant, runs }) => `survivor: mutant ${mutant.id}: not once in ${runs} runs`),
  ...idleCases(matrix),
]
if (values.check && !isPartial) {
  const kept = await readFile(docs('kill-matrix.json'), 'utf8').catch(() => '')
  if (kept !== json) complaints.push('docs/kill-matrix.json is not what was seen: npm run kill-matrix writes it')
} else if (complaints.length === 0 && !isPartial) {
  await writeFile(docs('kill-matrix.json'), json)
  const text = page(matrix, chances)
  await writeFile(docs('kill-matrix.md'), await formatted(text, 'markdown'))
}

const again = seen.reduce((count, { onceOnly }) => count + onceOnly.length, 0)
told(
  `${chosen.length} ${values.named ? '' : 'full '}runs in ${seconds} s, ${again} verdicts that did not come back when the case was alone`,
)
for (const line of complaints) process.stdout.write(`${line}\n`)
process.stdout.write(complaints.length === 0 ? 'everything is as it must be\n' : `${complaints.length} complaints\n`)
process.exitCode = complaints.length === 0 ? 0 : 1
