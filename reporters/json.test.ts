import { readFile, writeFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { hostile, hostileRun, unseen } from './injection.test.support.ts'
import { renderJson } from './json.ts'
import { plainJson } from './plain-json.ts'
import { resultsSchema } from './results-schema.ts'
import { everyVerdict, runOf } from './run.test.support.ts'

const rendered = new URL('../../docs/schema/results.schema.json', import.meta.url)
const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(resultsSchema)

interface Results {
  header: Record<string, unknown>
  cases: Record<string, unknown>[]
  footer: Record<string, unknown>
}
const parsed = (run = runOf(everyVerdict)): Results => JSON.parse(renderJson(run)) as Results

test('the rendered schema is the one in the code; UPDATE=1 renders it again', async () => {
  if (process.env['UPDATE'] === '1') await writeFile(rendered, `${JSON.stringify(resultsSchema, null, 2)}\n`)
  assert.equal(JSON.parse(await readFile(rendered, 'utf8')), resultsSchema)
})

test('results of every verdict validate, and so does a run that learned nothing', () => {
  assert.ok(validate(parsed()), JSON.stringify(validate.errors))
  const { learned: _, ...unprepared } = runOf([])
  assert.ok(validate(parsed(unprepared)), JSON.stringify(validate.errors))
})

test('the schema refuses a verdict without its grounds, grounds of another verdict and unknown members', () => {
  const spoil = (change: (results: Results) => void): void => {
    const results = parsed()
    change(results)
    assert.not(validate(results))
  }
  const at = (results: Results, verdict: string): Record<string, unknown> => {
    const found = results.cases.find((one) => one['verdict'] === verdict)
    if (!found) throw new Error(`the example has no ${verdict}`)
    return found
  }
  spoil((results) => delete at(results, 'fail')['actual'])
  spoil((results) => delete at(results, 'inconclusive')['reason'])
  spoil((results) => delete at(results, 'inapplicable')['clause'])
  spoil((results) => (at(results, 'pass')['reason'] = 'because'))
  spoil((results) => (at(results, 'pass')['verdict'] = 'skipped'))
  spoil((results) => delete (results as Partial<Results>).footer)
  spoil((results) => (results.header['more'] = 1))
})

test('the footer comes last and counts the cases', () => {
  const text = renderJson(runOf(everyVerdict))
  assert.equal(Object.keys(JSON.parse(text) as object), ['header', 'cases', 'footer'])
  assert.match(text, /"cases": 8\n {2}\}\n\}\n$/)
})

test('the same run gives the same bytes, in an order that does not depend on how it was built', () => {
  const run = runOf(everyVerdict)
  const { results, footer, header, notes, learned } = run
  const counts = Object.fromEntries(Object.entries(footer.counts).toReversed()) as typeof footer.counts
  const other = { footer: { ...footer, counts }, notes, results, ...(learned ? { learned } : {}), header }
  assert.is(renderJson(other), renderJson(run))
})

test('keys are in snake case', () => {
  assert.not.match(renderJson(runOf(everyVerdict)), /"[a-z_]*[A-Z][A-Za-z_]*":/)
})

test('hostile text is whole after parsing and shows nothing unseen before', () => {
  const text = renderJson(hostileRun())
  assert.not.match(text, unseen)
  const { cases, header } = JSON.parse(text) as Results
  assert.is(cases[0]?.['expected'], hostile)
  assert.is(header['connector'], hostile)
})

test('nothing in it is markup to a page or a command to a CI runner', () => {
  const text = plainJson({ a: '</script><!-- ##[error]x ##vso[task] # ##' })
  assert.not.match(text, /<|##\[|##vso/)
  assert.equal(JSON.parse(text), { a: '</script><!-- ##[error]x ##vso[task] # ##' })
})

test.run()
