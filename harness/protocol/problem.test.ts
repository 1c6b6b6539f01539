import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checkProblem, type ProblemExpectation, readProblem } from './problem.ts'

const problem = { title: 'Refused', status: 422, kind: 'invalid', detail: 'Too long.', action: 'Shorten the post.' }

const summary = (value: unknown, expected: Partial<ProblemExpectation> = {}): readonly string[] =>
  checkProblem(value, { httpStatus: 422, outcome: 'optional', ...expected }).map(
    ({ topic, level, pointer }) => `${level} ${topic} ${pointer}`,
  )

test('a typed problem is accepted', () => {
  assert.equal(summary(problem), [])
  assert.equal(summary({ ...problem, outcome: 'rejected', provider_code: '', retry_after: 0, trace: null }), [])
})

test('title and kind are non-empty strings', () => {
  for (const member of ['title', 'kind']) {
    for (const value of [undefined, null, '', 7]) {
      assert.equal(summary({ ...problem, [member]: value }), [`must shape /${member}`])
    }
  }
})

test('the status is that of HTTP, and no success or redirect', () => {
  for (const status of [400, '422', null, undefined]) {
    assert.equal(summary({ ...problem, status }), ['must status /status'])
  }
  for (const httpStatus of [200, 302]) {
    assert.equal(summary({ ...problem, status: httpStatus }, { httpStatus }), ['must status /status'])
  }
})

test('the outcome is one that fits what was asked', () => {
  const accepts = {
    optional: [undefined, 'rejected', 'unknown'],
    'rejected-or-absent': [undefined, 'rejected'],
    rejected: ['rejected'],
    'rejected-or-unknown': ['rejected', 'unknown'],
  } as const
  for (const outcome of ['optional', 'rejected-or-absent', 'rejected', 'rejected-or-unknown'] as const) {
    for (const said of [undefined, 'rejected', 'unknown', 'maybe', null]) {
      const value = said === undefined ? problem : { ...problem, outcome: said }
      const accepted = (accepts[outcome] as readonly unknown[]).includes(said)
      assert.equal(summary(value, { outcome }), accepted ? [] : ['must outcome /outcome'], `${outcome}: ${said}`)
    }
  }
})

test('a retry delay is an integer of zero or more', () => {
  for (const retry_after of [-1, 0.5, '5', null]) {
    assert.equal(summary({ ...problem, retry_after }), ['must shape /retry_after'])
  }
})

test('a provider code is a string', () => {
  for (const provider_code of [7, null])
    assert.equal(summary({ ...problem, provider_code }), ['must shape /provider_code'])
})

test('text for people holds no markup', () => {
  for (const member of ['title', 'detail', 'action']) {
    assert.equal(summary({ ...problem, [member]: '<h1>502 Bad Gateway</h1>' }), [`must html /${member}`])
  }
})

test('detail and action are good practice, null in their place is not', () => {
  for (const member of ['detail', 'action']) {
    const { [member]: _, ...rest }: Record<string, unknown> = problem
    assert.equal(summary(rest), [`should good-practice /${member}`])
    assert.equal(summary({ ...problem, [member]: '' }), [`should good-practice /${member}`])
    assert.ok(summary({ ...problem, [member]: null }).includes(`must shape /${member}`))
  }
})

test('a delay for a retry of an unknown outcome is bad practice', () => {
  assert.equal(summary({ ...problem, outcome: 'unknown', retry_after: 5 }), ['should good-practice /retry_after'])
  assert.equal(summary({ ...problem, outcome: 'rejected', retry_after: 5 }), [])
})

test('the media type is judged when it is given', () => {
  for (const contentType of ['application/problem+json', 'Application/Problem+JSON; charset=utf-8']) {
    assert.equal(summary(problem, { contentType }), [])
  }
  for (const contentType of ['application/json', '', 'application/problem+jsonx']) {
    assert.equal(summary(problem, { contentType }), ['should good-practice '])
  }
})

test('a problem is read unless a required member is missing or of another type', () => {
  assert.equal(readProblem({ ...problem, outcome: 'maybe', title: '<b>x</b>' }), { ...problem, title: '<b>x</b>' })
  assert.is(readProblem({ ...problem, kind: null }), undefined)
})

test.run()
