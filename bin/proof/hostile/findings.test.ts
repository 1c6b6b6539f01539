import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Seen } from './besiege.ts'
import { findings, mostMemory } from './findings.ts'
import type { Siege } from './siege.ts'

const token = '0123456789abcdef0123456789abcdee'
const canary = 'cabcdefghij0123456789'

const results = (verdict: string): string =>
  JSON.stringify({ cases: [{ id: 'manifest/ids', verdict }], footer: { exit_code: 0, cases: 1 } })

const siege: Siege = {
  id: 'quiet',
  deadlineS: 10,
  exit: 0,
  verdicts: { 'manifest/ids': 'pass' },
  says: ['This connector conforms'],
  why: 'nothing is wrong with it',
}

const page = `<meta content="default-src 'none'">`

const quiet: Seen = {
  code: 0,
  signal: null,
  millis: 1000,
  peak: 1,
  terminal: Buffer.from('✓ manifest 9/9\nThis connector\n  conforms\n'),
  files: new Map([
    ['out/results.json', Buffer.from(results('pass'))],
    ['out/events.ndjson', Buffer.from('{"a":1}\n{"b":2}\n')],
    ['out/junit.xml', Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites/>\n')],
    ['out/summary.md', Buffer.from('## quiet\n\n<details><summary>Cases</summary></details>\n')],
    ['out/report.html', Buffer.from(page)],
  ]),
  processes: [],
  temporary: [],
  portIsFree: true,
  caught: [],
  secrets: [token, 'another-token-0123456789', canary],
  unmarked: false,
}

const withFile = (path: string, text: string | Buffer): Partial<Seen> => ({
  files: new Map([...quiet.files, [path, Buffer.from(text)]]),
})

const withTerminal = (text: string): Partial<Seen> => ({
  terminal: Buffer.concat([quiet.terminal, Buffer.from(text)]),
})

test('a run that did everything right is without findings', () => {
  assert.equal(findings(siege, quiet), [])
})

const faults: readonly (readonly [what: string, change: Partial<Seen>, finding: string])[] = [
  ['another exit code', { code: 3 }, 'exit code 3 and not 0'],
  ['a run that had to be killed', { signal: 'SIGKILL', code: null }, 'did not end by itself'],
  ['a run far beyond its deadline', { millis: 60_000 }, 'its deadline is 10 s'],
  ['too much memory', { peak: mostMemory + 1 }, 'MB of memory'],
  ['memory that nobody saw', { peak: 0 }, 'never seen'],
  ['a process', { processes: ['node x'] }, 'a process is left'],
  ['a temporary file', { temporary: ['x'] }, 'a temporary file is left'],
  ['a port in use', { portIsFree: false }, 'still listens'],
  ['posts without a marker', { unmarked: true }, 'could be searched for'],
  ['a visit to the trap', { caught: ['a connection'] }, 'another origin'],
  ['an escape on the terminal', withTerminal('\u001b[31m'), 'raw character'],
  ['a turned reading direction', withTerminal('\u202e'), 'raw character'],
  ['a carriage return', withTerminal('x\ry'), 'raw character'],
  ['bytes that are no UTF-8', { terminal: Buffer.from([0xff]) }, 'no UTF-8'],
  ['a command of a CI runner', withTerminal('   ::error::x\n'), 'command of a CI runner'],
  ['another command of a CI runner', withTerminal('x ##vso[task x]\n'), 'command of a CI runner'],
  ['a line that the connector made up', withTerminal('✓ HOSTILE passed\n'), 'made up'],
  ['a token on the terminal', withTerminal(token), 'holds secret 0, plain'],
  ['a post in a file', withFile('out/summary.md', Buffer.from(canary).toString('base64')), 'secret 2, base64'],
  ['half of a token', withFile('out/summary.md', token.slice(0, 16)), 'half of a token'],
  ['broken JSON', withFile('out/cases/x.json', '{'), 'not valid'],
  ['a broken line of NDJSON', withFile('out/events.ndjson', '{}\n{\n'), 'not valid'],
  ['broken XML', withFile('out/junit.xml', '<a>'), 'not valid'],
  ['a page without a policy', withFile('out/report.html', '<p>'), 'no policy'],
  ['a file of a kind that is not ours', withFile('out/x.exe', ''), 'nobody expects'],
  ['a file elsewhere', withFile('escaped.json', '{}'), 'outside the folder'],
  ['markup in JSON', withFile('out/cases/x.json', '"<script>"'), 'active markup'],
  ['markup in Markdown', withFile('out/summary.md', '<img src=x>'), 'active markup'],
  ['a link in Markdown', withFile('out/summary.md', '[x](javascript:y)'), 'active markup'],
  ['a script in a page', withFile('out/report.html', `${page}<script>`), 'active markup'],
  ['a handler in a page', withFile('out/report.html', `${page}<p onclick=x>`), 'active markup'],
  ['an escape in a file', withFile('out/summary.md', '\u001b'), 'raw character'],
  ['another verdict', withFile('out/results.json', results('fail')), 'manifest/ids is fail and not pass'],
  ['an error', withFile('out/results.json', results('error')), 'error in manifest/ids'],
  ['a missing sentence', { terminal: Buffer.from('nothing') }, 'does not say'],
  ['no results', { files: new Map() }, 'no results.json'],
]

for (const [what, change, finding] of faults) {
  test(`${what} is found`, () => {
    const found = findings(siege, { ...quiet, ...change })
    assert.ok(
      found.some((each) => each.includes(finding)),
      found.join('\n'),
    )
  })
}

test('colours and a line that is rewritten are ours under a terminal, and nothing else is', () => {
  const shown = (text: string): readonly string[] =>
    findings({ ...siege, terminal: true }, { ...quiet, ...withTerminal(text) })
  assert.equal(shown('\r\u001b[2K\u001b[32mx\u001b[39m\r\n'), [])
  assert.ok(shown('\u001b]0;x').length > 0)
})

test.run()
