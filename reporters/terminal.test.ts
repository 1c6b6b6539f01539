import { stripVTControlCharacters } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { commands, hostile, hostileOptions, hostileRun, unseen } from './injection.test.support.ts'
import { columnsOf } from './layout.ts'
import { eventsOf, everyVerdict, options, result, runOf } from './run.test.support.ts'
import { terminalReporter, type TerminalOptions } from './terminal.ts'

const plain = (more: Partial<TerminalOptions> = {}): TerminalOptions => ({ ...options, color: false, ...more })
const report = (results: Parameters<typeof runOf>[0], shape = {}, more: Partial<TerminalOptions> = {}): string =>
  terminalReporter(plain(more)).report(runOf(results, shape))

test('a conforming run is one quiet line for each check', () => {
  const results = ['health/ready', 'health/down', 'restart/late'].map((id) => result(id, { verdict: 'pass' }))
  assert.is(
    report(results, {}, { folder: 'touchstone-out' }),
    `touchstone 0.1.0
  connector    http://127.0.0.1:18787
  provider     acme.blog, version 1.4.2
  profiles     blog.post
  witness      the simulated destination
  write        POST /api/articles (learned)
  controls     process, destination, logs
  plan         all 3 cases, seed 42

A conforming connector …
✓ health     2/2  fails health when its required destination is unavailable
✓ restart    1/1  returns the same result after a restart

Restarts were tested with SIGKILL, which keeps the page cache: nothing is said about power loss.
3 passed in 12.3 s
This connector conforms: 3 must cases passed, none inconclusive.
The reports are in touchstone-out.
`,
  )
})

test('a failure says all that is needed to understand, replay and mend it', () => {
  assert.ok(
    report(everyVerdict, { exitCode: 1 }).includes(`
✗ health/down-5xx [blog.post]
  A conforming connector does what health/down-5xx asks for.
  requirement  §11.3 Health fails while a required destination is unavailable.
  expected     a problem with a non-2xx status
  actual       status 200
  input        281 × 'a'
  replay       touchstone run --config touchstone.yaml --only health/down-5xx --profile blog.post --seed 42
  usual cause  Health never asks the destination.
`),
  )
})

test('the other verdicts are told in short, each reason once', () => {
  const text = report(everyVerdict, { exitCode: 4 })
  for (const part of [
    '\n✗ health            1/3  fails health when its required destination is unavailable\n',
    '\n                         1 failed, 1 warning\n',
    '\n✗ 1 case broke in touchstone itself: TypeError: undefined is not a function\n  restart/broken\n',
    '\n? 1 case inconclusive: the harness cannot restart it\n  restart/crash\n    in touchstone.yaml:\n      process:\n',
    '\n? 1 should case inconclusive: nothing was seen\n',
    '\n– 1 case not applicable to this connector; --verbose says why\n',
    '\n! health/prompt (should)\n',
    '\n  expected an answer within 15 s, got 17 s\n',
    '\n2 passed, 1 failed, 1 error, 2 inconclusive, 1 warning, 1 not applicable in 12.3 s\n',
  ]) {
    assert.ok(text.includes(part), part)
  }
})

test('sixty cases that lack one control are one block with the configuration once', () => {
  const outcome = { verdict: 'inconclusive', reason: 'no gate', enable: 'in touchstone.yaml:\n  destination:' } as const
  const results = Array.from({ length: 60 }, (_, at) => result(at < 40 ? `health/c${at}` : `restart/c${at}`, outcome))
  const text = report(results, { exitCode: 3 })
  assert.ok(
    text.includes(
      '? 60 cases inconclusive: no gate\n  health 40, restart 20\n    in touchstone.yaml:\n      destination:\n',
    ),
  )
  assert.is(text.split('in touchstone.yaml').length, 2)
  assert.match(text, 'Not decided: 60 must cases inconclusive, 0 passed, none failed.')
})

test('one failure in several profiles is one block, different failures are two', () => {
  const outcome = { verdict: 'fail', expected: 'a', actual: 'b' } as const
  const of = (profile: string, actual: string) => result('health/x', { ...outcome, actual }, { profile })
  const text = report([of('p', 'b'), of('q', 'b'), of('r', 'c')], { exitCode: 1 })
  assert.match(text, '\n✗ health/x [p], health/x [q]\n')
  assert.match(text, '\n✗ health/x [r]\n')
})

test('failures of one check with the same symptom are one block that names them', () => {
  const fail = (id: string, actual: string, more = {}) =>
    result(id, { verdict: 'fail', expected: 'one item', actual, input: id }, more)
  const two = 'two items'
  const results = [
    ...['health/a', 'health/b', 'health/c'].map((id) => fail(id, two)),
    fail('health/d', 'none'),
    fail('health/e', two, { profile: 'p' }),
    fail('restart/a', two),
  ]
  const text = report(results, { exitCode: 1 })
  assert.match(text, '\n  and 3 more with the same symptom: health/b, health/c, health/e [p]\n')
  assert.equal(headings(text), ['✗ health/a', '✗ restart/a', '✗ health/d'])
  assert.is(headings(report(results, { exitCode: 1 }, { detail: 'verbose' })).length, 6)
})

test('every failing check shows one block before any shows its second, and many names are cut', () => {
  const fail = (id: string, actual: string) => result(id, { verdict: 'fail', expected: 'a', actual })
  const burst = Array.from({ length: 30 }, (_, at) => fail(`concurrency/burst-${at}`, String(at)))
  const same = Array.from({ length: 20 }, (_, at) => fail(`health/c${at}`, 'same'))
  const text = report([...burst, ...same, fail('restart/x', 'b')], { exitCode: 1 })
  assert.equal(headings(text).slice(0, 4), [
    '✗ concurrency/burst-0',
    '✗ health/c0',
    '✗ restart/x',
    '✗ concurrency/burst-1',
  ])
  assert.match(text.replaceAll(/\s+/g, ' '), 'and 19 more with the same symptom: health/c1, ')
  assert.match(text.replaceAll(/\s+/g, ' '), 'health/c12, …')
})

const headings = (text: string): readonly string[] => text.split('\n').filter((line) => /^✗ \S+\/\S+/.test(line))

test('what a process said last stands on lines of its own, everything else escaped', () => {
  const said = 'the connector ended; its last output:\n  first \u001b[2J\r\n  ::error::second\n\n'
  const results = [
    result('health/x', { verdict: 'inconclusive', reason: said }),
    result('health/y', { verdict: 'pass' }),
  ]
  const text = report(results, { exitCode: 3, notes: [said] })
  assert.match(
    text,
    '\n? 1 case inconclusive: the connector ended; its last output:\n      first \\u001b[2J\n      \\u003a:error::second\n',
  )
  assert.match(text, '\n  note         the connector ended; its last output:\n               first \\u001b[2J\n')
  assert.not.match(text, '\\u000a')
})

test('a connector that could not be reached is one sentence', () => {
  const outcome = { verdict: 'inconclusive', reason: 'nobody listens at http://x: start the connector' } as const
  const { learned: _, ...run } = runOf([result('health/x', outcome), result('restart/x', outcome)], { exitCode: 3 })
  const text = terminalReporter(plain()).report(run)
  assert.match(
    text,
    '\n? Nothing was tried: nobody listens at http://x: start the connector\n\nNot decided: 2 must cases inconclusive, 0 passed, none failed.\n',
  )
  assert.not.match(text, 'A conforming connector')
  assert.match(terminalReporter(plain({ detail: 'verbose' })).report(run), 'A conforming connector')
})

test('the plan says how many runs its cases become with several output profiles', () => {
  const run = runOf(['p', 'q'].map((profile) => result('health/x', { verdict: 'pass' }, { profile })))
  const plan = { ...run.header.plan, cases: 1 }
  const learned = { ...run.learned, profiles: ['p', 'q'] }
  const text = terminalReporter(plain()).report({ ...run, header: { ...run.header, plan }, learned })
  assert.match(text, '\n  plan         all 1 case, 2 runs over 2 output profiles, seed 42\n')
})

test('beyond the first failures and warnings only names, with verbose all of them', () => {
  const results = Array.from({ length: 50 }, (_, at) =>
    result(`health/c${at}`, { verdict: 'fail', expected: 'a', actual: `b${at}` }, at < 30 ? {} : { level: 'should' }),
  )
  const short = report(results, { exitCode: 1 })
  assert.is(short.split('  replay ').length - 1, 20)
  assert.match(short, '✗ 10 more failures: health/c20, ')
  assert.match(short, '! 10 more warnings: health/c40, ')
  const long = report(results, { exitCode: 1 }, { detail: 'verbose' })
  assert.is(long.split('  replay ').length - 1, 30)
  assert.is(long.split(', got b').length - 1, 20)
})

test('a case that cites many requirements shows the first and where the others are', () => {
  const failed = result(
    'health/x',
    { verdict: 'fail', expected: 'a', actual: 'b' },
    { requirements: ['11.3', 'a', 'b', 'c', 'd'] },
  )
  assert.match(report([failed], { exitCode: 1 }), 'and 2 more: touchstone explain health/x')
  assert.match(report([failed], { exitCode: 1 }, { detail: 'verbose' }), '\n               d\n')
})

test('verbose lists every case with its time, quiet says one sentence', () => {
  const results = [result('health/ready', { verdict: 'pass' }, { profile: 'p', millis: 1_500 })]
  const text = report(results, {}, { detail: 'verbose' })
  assert.match(text, '    ✓ ready [p]: does what health/ready asks for, 1.5 s\n')
  assert.is(
    report(results, {}, { detail: 'quiet' }),
    'This connector conforms: 1 must case passed, none inconclusive.\n',
  )
})

test('the sentence claims no more than the run showed', () => {
  const quiet = (results: Parameters<typeof runOf>[0], shape: object): string =>
    report(results, shape, { detail: 'quiet' }).trimEnd()
  const pass = result('health/ready', { verdict: 'pass' })
  const fail = result('health/x', { verdict: 'fail', expected: 'a', actual: 'b' })
  const error = result('health/y', { verdict: 'error', reason: 'e' })
  assert.is(quiet([pass], { full: false }), 'The selected cases conform: 1 must case passed. The others were not run.')
  assert.is(quiet([pass, fail], { exitCode: 1 }), 'This connector does not conform: 1 must case failed.')
  assert.is(quiet([], { exitCode: 3 }), 'Not decided: no must case was executed.')
  assert.is(
    quiet([pass], { exitCode: 3, complete: false }),
    'Not decided: the run ended before every case was executed.',
  )
  assert.is(quiet([pass], { exitCode: 130, complete: false }), 'Interrupted: nothing is decided.')
  assert.is(quiet([error], { exitCode: 4 }), 'Not decided: touchstone itself failed in 1 case.')
  assert.is(
    quiet([error, fail], { exitCode: 4 }),
    'Not decided: touchstone itself failed in 1 case. 1 must case of the connector failed.',
  )
  assert.is(quiet([pass], { exitCode: 4 }), 'Not decided: touchstone itself failed.')
})

test('a run that learned nothing and has no control still makes a report', () => {
  const { learned: _, ...run } = runOf([], { exitCode: 3, complete: false })
  const text = terminalReporter(plain()).report({ ...run, header: { ...run.header, controls: [] } })
  assert.match(text, 'none: a URL and a token only')
  assert.not.match(text, 'A conforming connector')
})

test('text is wrapped at the width, 100 unless told; commands and configuration stay whole', () => {
  const words = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ')
  const results = [
    ...everyVerdict,
    result('health/long', { verdict: 'fail', expected: words, actual: words, input: words }, { title: words }),
    result('health/why', { verdict: 'inconclusive', reason: words }),
  ]
  for (const columns of [40, 60, 100, 160]) {
    const lines = report(results, { exitCode: 1, notes: [words] }, { columns }).split('\n')
    for (const line of lines.filter((each) => !each.startsWith('  replay'))) {
      assert.ok(columnsOf(line) <= columns, `${columns}: ${line}`)
    }
    assert.ok(lines.some((line) => columnsOf(line) > columns - 12))
  }
  const usual = report(results, { exitCode: 1 }).split('\n')
  assert.ok(usual.some((line) => columnsOf(line) > 90))
  assert.ok(usual.every((line) => line.startsWith('  replay') || columnsOf(line) <= 100))
})

test('colours change nothing but colours', () => {
  const run = runOf(everyVerdict, { exitCode: 1 })
  const coloured = terminalReporter(plain({ color: true })).report(run)
  assert.ok(coloured.includes('\u001b[31m✗'))
  assert.is(stripVTControlCharacters(coloured), terminalReporter(plain()).report(run))
})

test('hostile text in every field moves no cursor and gives no command', () => {
  for (const detail of ['normal', 'verbose', 'quiet'] as const) {
    const text = terminalReporter({ ...hostileOptions, color: false, folder: hostile, columns: 40, detail }).report(
      hostileRun(),
    )
    assert.not.match(text, unseen)
    assert.equal(commands(text), [])
  }
})

test('progress is one line that rewrites itself and is gone at the end', () => {
  const reporter = terminalReporter(plain())
  const lines = eventsOf(everyVerdict).map(reporter.onEvent)
  assert.is(lines[0], '\r\u001b[2Kgetting ready for 8 cases …')
  assert.ok(lines.includes('\r\u001b[2K[2/8] health/down-5xx [blog.post] …'))
  assert.is(lines.at(-1), '\r\u001b[2K')
  assert.not.match(lines.join(''), /\n/)
})

test('a progress line never grows beyond its terminal, whatever the profile is called', () => {
  const reporter = terminalReporter(plain({ columns: 40 }))
  for (const profile of [hostile, '宽'.repeat(80), 'x'.repeat(80)]) {
    const line = reporter.onEvent({ type: 'case-began', id: 'health/ready', profile, index: 0, of: 1 }) ?? ''
    const visible = line.slice('\r\u001b[2K'.length)
    assert.ok(columnsOf(visible) < 40, visible)
    assert.not.match(visible, unseen)
  }
})

test('quiet shows no progress', () => {
  const reporter = terminalReporter(plain({ detail: 'quiet' }))
  assert.ok(eventsOf(everyVerdict).every((event) => reporter.onEvent(event) === undefined))
})

test.run()
