import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { commands, hostileOptions, hostileRun, unseen } from './injection.test.support.ts'
import { everyVerdict, options, result, runOf } from './run.test.support.ts'
import { renderSummary } from './summary.ts'

test('a conforming run is a headline, a sentence and a table', () => {
  const run = runOf([result('health/ready', { verdict: 'pass' }), result('authentication/empty', { verdict: 'pass' })])
  assert.is(
    renderSummary(run, options),
    `## touchstone: acme.blog 1.4.2

**This connector conforms: 2 must cases passed, none inconclusive.**

2 passed in 12.3 s. Seed 42, touchstone 0.1.0.

| | A conforming connector … | Passed | Failed | Inconclusive | Warnings | Not applicable | Errors |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
| authentication | rejects a missing or wrong bearer token on every route | 1 |  |  |  |  |  |
| health | fails health when its required destination is unavailable | 1 |  |  |  |  |  |
`,
  )
})

test('every verdict but pass is told with its grounds', () => {
  const text = renderSummary(runOf(everyVerdict, { exitCode: 4 }), options)
  for (const part of [
    '#### health/down-5xx (blog.post)',
    '- **Expected** a problem with a non-2xx status',
    '- **Actual** status 200',
    "- **Input** 281 × 'a'",
    '- **Usual cause** Health never asks the destination.',
    '<code>touchstone run --config touchstone.yaml --only health/down-5xx --profile blog.post --seed 42</code>',
    '<pre>\nin touchstone.yaml:\n  process:\n    command: [./c]\n</pre>',
    '**1 case**: TypeError: undefined is not a function',
    '### Not applicable\n\n**1 case**: §2.4: polling is false',
    'Expected an answer within 15 s, got 17 s.',
  ]) {
    assert.ok(text.includes(part), part)
  }
})

test('thousands of failures stay far below what a step summary takes', () => {
  const long = (at: number) =>
    ({ verdict: 'fail', expected: 'x'.repeat(5_000), actual: `${at}${'y'.repeat(5_000)}` }) as const
  const many = Array.from({ length: 2_000 }, (_, at) => result(`health/c${at}`, long(at)))
  const text = renderSummary(runOf(many, { exitCode: 1 }), options)
  assert.ok(text.length < 500_000)
  assert.match(text, 'And 1950 more: `results.json` has them all.')
})

test('failures with the same symptom are told once, and last words stay on lines of their own', () => {
  const fail = { verdict: 'fail', expected: 'a', actual: 'b' } as const
  const said = 'it ended:\n  <last> words'
  const results = ['health/a', 'health/b', 'health/c'].map((id) => result(id, fail))
  const open = result('restart/a', { verdict: 'inconclusive', reason: said })
  const text = renderSummary(runOf([...results, open], { exitCode: 1 }), options)
  assert.is(text.split('#### ').length, 2)
  assert.match(text, 'and 2 more with the same symptom: health/b, health/c')
  assert.match(text, '**1 case**: it ended:\n\n<pre>\n  &#60;last&#62; words\n</pre>')
})

test('a connector that could not be reached is no table', () => {
  const outcome = { verdict: 'inconclusive', reason: 'nobody listens' } as const
  const { learned: _, ...run } = runOf([result('health/x', outcome), result('restart/x', outcome)], { exitCode: 3 })
  const text = renderSummary(run, options)
  assert.match(text, '**2 cases**: nobody listens')
  assert.not.match(text, '| ---')
})

test('hostile text in every field is neither markup, nor a table cell, nor a command', () => {
  const text = renderSummary(hostileRun(), hostileOptions)
  assert.not.match(text, unseen)
  assert.equal(commands(text), [])
  assert.not.match(text, '::')
  // What is left of HTML and Markdown is ours.
  assert.equal([...new Set([...text.matchAll(/<[^>]*>/g)].map(([tag]) => tag))].toSorted(), [
    '</code>',
    '</details>',
    '</pre>',
    '</summary>',
    '<code>',
    '<details>',
    '<pre>',
    '<summary>',
  ])
  const outsidePre = text.replace(/<pre>[^<]*<\/pre>/g, '')
  assert.not.match(outsidePre, /[`[\]_~$@]|:\/\/|www\./)
  assert.not.match(outsidePre.replace(/^- \*\*|\*\*/gm, ''), /\*/)
  const rows = text.split('\n').filter((line) => line.startsWith('| '))
  for (const row of rows) assert.is(row.split('|').length, 10, row)
})

test.run()
