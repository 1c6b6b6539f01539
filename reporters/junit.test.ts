import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { commands, hostileOptions, hostileRun, unseen } from './injection.test.support.ts'
import { renderJunit } from './junit.ts'
import { everyVerdict, options, result, runOf } from './run.test.support.ts'

/** The elements in order, or a complaint: strict about nesting, quoting and entities, which is all that we write. */
function elementsOf(document: string): readonly string[] {
  const [, body = ''] = document.split('<?xml version="1.0" encoding="UTF-8"?>\n')
  const open: string[] = []
  const seen: string[] = []
  const text = /^[^<>&"]*(?:&(?:amp|lt|gt|quot);[^<>&"]*)*$/
  for (const [, outside = '', tag = ''] of body.matchAll(/([^<]*)(<[^>]*>|$)/g)) {
    assert.match(outside, text)
    if (tag === '') continue
    const parts = /^<(\/?)([a-z-]+)((?: [a-z]+="[^"<>]*")*)(\/?)>$/.exec(tag)
    if (!parts) throw new Error(`not a tag: ${tag}`)
    const [, end, name = '', attributes = '', empty] = parts
    for (const [, value = ''] of attributes.matchAll(/="([^"]*)"/g)) assert.match(value, text)
    if (end) assert.is(open.pop(), name)
    else {
      seen.push(name)
      if (!empty) open.push(name)
    }
  }
  assert.equal(open, [])
  return seen
}

const only = (one: Parameters<typeof runOf>[0][number]): string => renderJunit(runOf([one]), options)

test('it is well-formed: a suite for each check in order, a testcase for each case', () => {
  const document = renderJunit(runOf(everyVerdict, { exitCode: 4 }), options)
  const elements = elementsOf(document)
  assert.is(elements.filter((name) => name === 'testsuite').length, 3)
  assert.is(elements.filter((name) => name === 'testcase').length, everyVerdict.length)
  assert.equal(
    [...document.matchAll(/<testsuite name="([^"]*)"/g)].map(([, name]) => name),
    ['authentication', 'health', 'restart'],
  )
  assert.match(document, '<testsuites name="touchstone" tests="8" failures="1" errors="2" skipped="2" time="12.345">')
})

test('a pass is a bare testcase', () => {
  assert.match(
    only(result('health/ready', { verdict: 'pass' })),
    '<testcase classname="touchstone.health" name="ready" time="0.012"/>',
  )
})

test('a must case that failed is a failure with its grounds and the profile in its name', () => {
  const document = only(
    result(
      'health/down',
      { verdict: 'fail', expected: 'a < b', actual: '"c"', input: '3 × x' },
      { profile: 'blog.post' },
    ),
  )
  assert.match(document, 'name="down [blog.post]"')
  assert.match(document, '<failure message="expected a &lt; b, got &quot;c&quot;" type="violation">')
  assert.match(document, 'Requirement: §11.3 Health fails while')
  assert.match(document, 'Input: 3 × x')
  assert.match(
    document,
    'Replay: touchstone run --config touchstone.yaml --only health/down --profile blog.post --seed 42',
  )
})

test('a should case that failed is no failure but a warning in system-out', () => {
  const document = only(result('health/p', { verdict: 'fail', expected: 'a', actual: 'b' }, { level: 'should' }))
  assert.not.match(document, '<failure')
  assert.match(document, 'failures="0"')
  assert.match(document, /<system-out>Warning\. A conforming connector[^<]*Expected: a\nActual: b/)
})

test('inconclusive is an error that says what would enable it, for a should it is skipped', () => {
  const outcome = { verdict: 'inconclusive', reason: 'no control', enable: 'add:\n  process:' } as const
  assert.match(
    only(result('health/x', outcome)),
    /<error message="inconclusive: no control" type="inconclusive">[^<]*add:\n {2}process:<\/error>/,
  )
  assert.match(only(result('health/x', outcome, { level: 'should' })), '<skipped message="inconclusive: no control"/>')
})

test('inapplicable is skipped with its clause, a broken harness is an error', () => {
  assert.match(
    only(result('health/x', { verdict: 'inapplicable', clause: '§2.4' })),
    '<skipped message="not applicable: §2.4"/>',
  )
  assert.match(
    only(result('health/x', { verdict: 'error', reason: 'TypeError' })),
    '<error message="touchstone itself failed: TypeError" type="error">',
  )
})

test('hostile text in every field leaves the document well-formed and seen', () => {
  const document = renderJunit(hostileRun(), hostileOptions)
  assert.is(elementsOf(document).filter((name) => name === 'testcase').length, 6)
  assert.not.match(document, unseen)
  assert.not.match(document, /[\ufffe\uffff]/)
  assert.equal(commands(document), [])
})

test.run()
