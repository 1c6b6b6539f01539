import { createHash } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { renderHtml } from './html.ts'
import { commands, hostileOptions, hostileRun, unseen } from './injection.test.support.ts'
import { everyVerdict, options, result, runOf } from './run.test.support.ts'

interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

/** The elements in order, or a complaint: strict about nesting, quoting and entities, which is all that we write. */
function elementsOf(document: string): readonly Tag[] {
  const [, body = ''] = document.split(/^<!doctype html>\n/)
  const open: string[] = []
  const seen: Tag[] = []
  const text = /^[^<>&"]*(?:&(?:amp|lt|gt|quot);[^<>&"]*)*$/
  const styled = body.replace(/<style>[^<]*<\/style>/, '<style></style>')
  for (const [, outside = '', tag = ''] of styled.matchAll(/([^<]*)(<[^>]*>|$)/g)) {
    assert.match(outside, text)
    if (tag === '') continue
    const parts = /^<(\/?)([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*)>$/.exec(tag)
    if (!parts) throw new Error(`not a tag: ${tag}`)
    const [, end, name = '', attributes = ''] = parts
    const values = [...attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(
      ([, key = '', value = '']) => [key, value] as const,
    )
    for (const [, value] of values) assert.match(value, text)
    if (end) assert.is(open.pop(), name)
    else {
      seen.push({ name, attributes: new Map(values) })
      if (name !== 'meta') open.push(name)
    }
  }
  assert.equal(open, [])
  return seen
}

const everything = (): string => renderHtml(runOf(everyVerdict, { exitCode: 4, notes: ['a note'] }), options)

const failing = { verdict: 'fail', expected: 'a', actual: 'b' } as const

test('a failure is told with all that a reader needs, and before everything that did not fail', () => {
  const document = everything()
  for (const part of [
    'A conforming connector does what health/down-5xx asks for.',
    '<dt>Requirement</dt><dd>§11.3 Health fails while a required destination is unavailable.</dd>',
    '<dt>Expected</dt><dd>a problem with a non-2xx status</dd>',
    '<dt>Actual</dt><dd>status 200</dd>',
    "<dt>Input</dt><dd>281 × 'a'</dd>",
    '<dt>Usual cause</dt><dd>Health never asks the destination.</dd>',
    '<code>touchstone run --config touchstone.yaml --only health/down-5xx --profile blog.post --seed 42</code>',
  ]) {
    assert.ok(document.includes(part), part)
  }
  const headings = [...document.matchAll(/<h2 id="([a-z]+)">/g)].map(([, id]) => id)
  assert.equal(headings, [
    'counts',
    'driven',
    'failures',
    'errors',
    'warnings',
    'inconclusive',
    'inapplicable',
    'passed',
  ])
})

test('what was not decided says why, and what would help', () => {
  const document = everything()
  for (const part of [
    '<h3>the harness cannot restart it</h3>\n<p class="dim">What would make it observable</p>\n<pre>in touchstone.yaml:\n  process:\n    command: [./c]</pre>',
    '<h3>§2.4: polling is false</h3>',
    '<h3>TypeError: undefined is not a function</h3>',
    '<dd>an answer within 15 s</dd>',
  ]) {
    assert.ok(document.includes(part), part)
  }
})

test('the verdict stands at the top, and then what was driven', () => {
  const document = renderHtml(runOf([result('health/ready', { verdict: 'pass' })]), options)
  assert.match(
    document,
    '<p class="verdict conforms">This connector conforms: 1 must case passed, none inconclusive.</p>',
  )
  assert.match(renderHtml(runOf([result('health/x', failing)], { exitCode: 1 }), options), '<p class="verdict fails">')
  assert.match(renderHtml(runOf([], { exitCode: 3 }), options), '<p class="verdict open">')
  for (const [label, text] of [
    ['Controls', 'process, destination, logs'],
    ['Witness', 'the simulated destination'],
    ['Write', 'POST /api/articles (learned)'],
    ['Plan digest', 'sha256:abc'],
    ['Seed', '42'],
  ]) {
    assert.ok(document.includes(`<th scope="row">${label}</th><td>${text}</td>`), label)
  }
})

test('the policy allows exactly the style that stands in the file, and no script', () => {
  const document = everything()
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(document) ?? []
  const digest = createHash('sha256').update(style).digest('base64')
  const [policy] = elementsOf(document).flatMap(({ attributes }) =>
    attributes.get('http-equiv') === 'Content-Security-Policy' ? [attributes.get('content')] : [],
  )
  assert.is(policy, `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`)
  assert.not.match(style, /url\(|@import/)
})

test('it is well-formed: every section has its heading, every table its caption and headers', () => {
  const document = everything()
  const elements = elementsOf(document)
  const names = elements.map(({ name }) => name)
  const many = (wanted: string): number => names.filter((name) => name === wanted).length
  assert.is(many('h1'), 1)
  assert.is(many('h2'), many('section'))
  assert.is(many('caption'), many('table'))
  assert.is(many('summary'), many('details'))
  const ids = elements.flatMap(({ attributes }) => attributes.get('id') ?? [])
  assert.is(new Set(ids).size, ids.length)
  const pointing = elements.flatMap(({ attributes }) => attributes.get('href')?.slice(1) ?? [])
  assert.equal(pointing, ids)
  assert.equal(
    elements.flatMap(({ attributes }) => attributes.get('aria-labelledby') ?? []),
    ids,
  )
  assert.ok(elements.every(({ name, attributes }) => name !== 'th' || attributes.has('scope')))
})

test('only verdicts that were earned have a column, and passes are folded by check', () => {
  const document = renderHtml(
    runOf([result('health/a', { verdict: 'pass' }), result('restart/b', { verdict: 'pass' })]),
    options,
  )
  const columns = [...document.matchAll(/<th scope="col"[^>]*>([^<]*)/g)].map(([, word]) => word)
  assert.equal(columns, ['Check', 'Passed'])
  assert.match(document, '<summary>health: 1 passed</summary>')
  assert.match(document, '<summary>restart: 1 passed</summary>')
})

test('failures with the same symptom are folded below the first, still with their own replay', () => {
  const run = runOf(
    ['health/a', 'health/b', 'health/c'].map((id) => result(id, failing)),
    { exitCode: 1 },
  )
  const document = renderHtml(run, options)
  assert.is(document.split('<article>').length, 2)
  assert.match(document, '<summary>2 more cases with the same symptom</summary>')
  assert.match(document, '--only health/c --seed 42')
})

test('thousands of failures are cut, and the cut is said', () => {
  const many = Array.from({ length: 2_000 }, (_, at) =>
    result(`health/c${at}`, { verdict: 'fail', expected: 'x'.repeat(5_000), actual: `${at}${'y'.repeat(5_000)}` }),
  )
  const document = renderHtml(runOf(many, { exitCode: 1 }), options)
  assert.ok(document.length < 2_000_000)
  assert.match(document, 'And 1800 more: <code>results.json</code> has them all.')
})

test('a connector that could not be reached is no table of counts', () => {
  const outcome = { verdict: 'inconclusive', reason: 'nobody listens\nlast words' } as const
  const { learned: _, ...run } = runOf([result('health/x', outcome), result('restart/x', outcome)], { exitCode: 3 })
  const document = renderHtml(run, options)
  assert.match(document, '<h3>nobody listens</h3>\n<pre>last words</pre>')
  assert.not.match(document, 'Verdicts by check')
})

test('hostile text in every field stays text', () => {
  const document = renderHtml(hostileRun(), hostileOptions)
  assert.not.match(document, unseen)
  assert.equal(commands(document), [])
  const elements = elementsOf(document)
  const ours = elementsOf(everything())
  assert.equal(
    elements.filter(({ name }) => !ours.some((own) => own.name === name)),
    [],
  )
  // No attribute holds anything that a connector said.
  const attributesOf = (tags: readonly Tag[]): readonly string[] =>
    [...new Set(tags.flatMap(({ attributes }) => [...attributes].map(([key, value]) => `${key}=${value}`)))].toSorted()
  const allowed = new Set(attributesOf(ours))
  assert.equal(
    attributesOf(elements).filter((one) => !allowed.has(one)),
    [],
  )
})

test.run()
