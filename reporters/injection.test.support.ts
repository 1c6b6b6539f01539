import type { CaseResult } from '../harness/run/result.ts'
import type { ReportOptions } from './commentary.ts'
import { result, runOf } from './run.test.support.ts'
import type { RunDocument } from './run-document.ts'

/** Everything that a hostile connector would like to get into a report, as one text. */
export const hostile: string = [
  '\u001b[2J\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007\u009b31m\r\b\u0000',
  '::error file=a::b\n::set-output name=x::y\n  ::stop-commands::z ##[command]c ##vso[task.x]d',
  '</failure></testcase>]]><!-- --><script>alert(1)</script> & "quoted" \'single\'',
  '| cell | `code` **bold** _em_ [link](https://evil.example) ![i](x) <img src=x> @someone #1 $x$ www.evil.example ~~s~~',
  '\u202eright to left\u2066\u200b\ufeff\u2028\ufffe\uffff\ud800 \u{e0041}',
].join(' ')

const everywhere = { title: hostile, profile: hostile, requirements: [hostile] }

const hostileResults: readonly CaseResult[] = [
  result(
    `a/${hostile}`,
    { verdict: 'fail', expected: hostile, actual: hostile, input: hostile },
    { ...everywhere, check: hostile },
  ),
  result(`b/${hostile}`, { verdict: 'inconclusive', reason: hostile, enable: `${hostile}\n${hostile}` }, everywhere),
  result(`c/${hostile}`, { verdict: 'inapplicable', clause: hostile }, everywhere),
  result(`d/${hostile}`, { verdict: 'error', reason: hostile }, everywhere),
  result(
    `e/${hostile}`,
    { verdict: 'fail', expected: hostile, actual: hostile, input: hostile },
    { ...everywhere, level: 'should' },
  ),
  result(`f/${hostile}`, { verdict: 'pass' }, everywhere),
]

/** A run in which every text of every field is hostile. */
export function hostileRun(): RunDocument {
  const run = runOf(hostileResults, { exitCode: 4, notes: [hostile] })
  return {
    ...run,
    header: {
      ...run.header,
      harness: hostile,
      node: hostile,
      connector: hostile,
      controls: [hostile],
      plan: { ...run.header.plan, digest: hostile },
    },
    learned: {
      provider: hostile,
      implementation: hostile,
      revision: hostile,
      profiles: [hostile],
      witness: hostile,
      write: hostile,
    },
    footer: { ...run.footer, planDigest: hostile },
  }
}

export const hostileOptions: ReportOptions = {
  commentary: {
    checks: [{ id: hostile, title: hostile }],
    requirement: () => ({ section: hostile, statement: hostile }),
    usualCause: () => hostile,
  },
  target: ['--config', hostile],
}

/** What none of our texts may contain as it is, line breaks of our own aside. */
// oxlint-disable-next-line no-control-regex
export const unseen: RegExp = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\p{Cf}\p{Cs}]/u

/** Lines that a CI runner would take for commands when the text is logged. */
export const commands = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.trimStart().startsWith('::') || /##(\[|vso\[|teamcity\[)/.test(line))
