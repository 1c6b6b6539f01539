import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Coverage, Exploration, FoundViolation } from '../harness/explore/index.ts'
import { exitCodeOf, whyUndecided } from './explore-verdict.ts'

const part = { observed: 9, vacuous: 0, tried: 9, legal: 9 }
const observed: Coverage = {
  tried: 20,
  sound: 20,
  vacuous: 0,
  inconclusive: 0,
  doubts: 0,
  singles: part,
  pairs: part,
  random: 2,
  unobserved: [],
  blind: [],
}
const sound: Exploration = {
  coverage: observed,
  violation: undefined,
  error: undefined,
  stopped: false,
  complete: true,
  unjudged: undefined,
  millis: 1,
}
const with_ = (coverage: Partial<Coverage>): Exploration => ({ ...sound, coverage: { ...observed, ...coverage } })
const unseen = (stage: 'singles' | 'pairs') => ({ stage, covers: 'crash at applied', reason: 'it did not come up' })

test('0 says that all single disturbances were observed', () => {
  assert.is(exitCodeOf(sound), 0)
  assert.equal(whyUndecided(sound), [])
})

const undecided: Readonly<Record<string, readonly [Exploration, RegExp]>> = {
  'nothing was observed': [with_({ sound: 0 }), /nothing could be observed/],
  'a crash could not be observed': [with_({ unobserved: [unseen('singles')] }), /1 single disturbance could not/],
  'a fault never struck': [with_({ blind: ['write partial hang'] }), /never struck: write partial hang/],
  'a violation showed in company only': [with_({ doubts: 1 }), /1 violation showed beside other operations/],
  'the time was too short': [{ ...sound, complete: false }, /only 9 of 9 .* --seconds/],
  'it could not be judged in the end': [{ ...sound, unjudged: 'the witness is gone' }, /the witness is gone/],
}

for (const [name, [exploration, why]] of Object.entries(undecided)) {
  test(`3 says that ${name}`, () => {
    assert.is(exitCodeOf(exploration), 3)
    assert.match(whyUndecided(exploration).join(), why)
  })
}

test('a sample of which one cannot be observed decides as much as one without it', () => {
  assert.is(exitCodeOf(with_({ inconclusive: 1, vacuous: 4, unobserved: [unseen('pairs')] })), 0)
})

test('an interruption outranks a mistake of ours, that a violation, and that what could not be observed', () => {
  const violation = {} as FoundViolation
  const all: Exploration = { ...sound, complete: false, violation, error: 'TypeError', stopped: true }
  assert.equal(
    [all, { ...all, stopped: false }, { ...all, stopped: false, error: undefined }].map(exitCodeOf),
    [130, 4, 1],
  )
})

test.run()
