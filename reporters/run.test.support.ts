import type { Level, Outcome } from '../harness/checks/verdict.ts'
import type { RunEvent } from '../harness/run/event.ts'
import { type CaseResult, countVerdicts } from '../harness/run/result.ts'
import type { ReportOptions } from './commentary.ts'
import { collectRun, type RunDocument } from './run-document.ts'

/** A result with what a test cares about. */
export function result(id: string, outcome: Outcome, more: Partial<CaseResult> = {}): CaseResult {
  const check = id.slice(0, id.indexOf('/'))
  const title = `does what ${id} asks for`
  return { id, check, title, level: 'must' as Level, requirements: ['11.3'], outcome, millis: 12.4, ...more }
}

export interface RunShape {
  readonly exitCode?: number
  readonly full?: boolean
  readonly complete?: boolean
  readonly notes?: readonly string[]
}

/** The events of a run with these results. */
export function eventsOf(results: readonly CaseResult[], shape: RunShape = {}): readonly RunEvent[] {
  const { exitCode = 0, full = true, complete = true, notes = [] } = shape
  return [
    {
      type: 'run-began',
      harness: '0.1.0',
      node: 'v20.20.2',
      seed: 42,
      plan: { digest: 'sha256:abc', cases: results.length, full },
      connector: 'http://127.0.0.1:18787',
      controls: ['process', 'destination', 'logs'],
    },
    ...notes.map((text) => ({ type: 'note', text }) as const),
    {
      type: 'prepared',
      provider: 'acme.blog',
      implementation: '1.4.2',
      revision: 'r7',
      profiles: ['blog.post'],
      witness: 'the simulated destination',
      write: 'POST /api/articles',
      writeIs: 'learned',
      reusesConnections: true,
    },
    ...results.flatMap((one, index): RunEvent[] => [
      {
        type: 'case-began',
        id: one.id,
        ...(one.profile === undefined ? {} : { profile: one.profile }),
        index,
        of: results.length,
      },
      { type: 'case-ended', result: one },
    ]),
    {
      type: 'run-ended',
      counts: countVerdicts(results),
      exitCode,
      complete,
      millis: 12_345,
      planDigest: 'sha256:abc',
    },
  ]
}

export function runOf(results: readonly CaseResult[], shape: RunShape = {}): RunDocument {
  const collector = collectRun()
  for (const event of eventsOf(results, shape)) collector.onEvent(event)
  const run = collector.document()
  if (!run) throw new Error('the run of this test has no beginning or end')
  return run
}

export const options: ReportOptions = {
  commentary: {
    checks: [
      { id: 'authentication', title: 'rejects a missing or wrong bearer token on every route' },
      { id: 'health', title: 'fails health when its required destination is unavailable' },
      { id: 'restart', title: 'returns the same result after a restart' },
    ],
    requirement: (id) =>
      id === '11.3'
        ? { section: '§11.3', statement: 'Health fails while a required destination is unavailable.' }
        : undefined,
    usualCause: (id) => (id.startsWith('health/') ? 'Health never asks the destination.' : undefined),
  },
  target: ['--config', 'touchstone.yaml'],
}

/** One of each verdict, must and should. */
export const everyVerdict: readonly CaseResult[] = [
  result('health/ready', { verdict: 'pass' }),
  result(
    'health/down-5xx',
    { verdict: 'fail', expected: 'a problem with a non-2xx status', actual: 'status 200', input: "281 × 'a'" },
    { profile: 'blog.post' },
  ),
  result('health/prompt', { verdict: 'fail', expected: 'an answer within 15 s', actual: '17 s' }, { level: 'should' }),
  result('restart/crash', {
    verdict: 'inconclusive',
    reason: 'the harness cannot restart it',
    enable: 'in touchstone.yaml:\n  process:\n    command: [./c]',
  }),
  result('restart/late', { verdict: 'inconclusive', reason: 'nothing was seen' }, { level: 'should' }),
  result('restart/pending', { verdict: 'inapplicable', clause: '§2.4: polling is false' }),
  result('restart/broken', { verdict: 'error', reason: 'TypeError: undefined is not a function' }),
  result('authentication/missing', { verdict: 'pass' }),
]
