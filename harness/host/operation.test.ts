import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Effect, fresh, type Operation, type OperationEvent, type Patience, step } from './operation.ts'
import type { LookupWord, Published, PublishWord, Rejected } from './word.ts'

const patience: Patience = { firstPauseMs: 100, longestPauseMs: 5000, publishes: 2 }

const result: Published = { is: 'published', externalId: 'ext-1' }
const refusal: Rejected = { is: 'rejected', status: 422, kind: 'provider_error' }

const states = {
  prepared: fresh,
  entered: { is: 'entered', publishes: 1, turnedAway: false },
  pending: { is: 'pending', publishes: 1, providerReference: 'ref-1', pollAfterMs: 2000 },
  unknown: { is: 'unknown', publishes: 1, turnedAway: false, asked: 2 },
  published: { is: 'published', publishes: 1, result },
  rejected: { is: 'rejected', publishes: 1, refusal },
} satisfies { readonly [Is in Operation['is']]: Extract<Operation, { is: Is }> }

const publishWords = {
  published: result,
  pending: { is: 'pending', providerReference: 'ref-2', pollAfterMs: 3_600_000 },
  unknown: { is: 'unknown' },
  rejected: refusal,
  busy: { is: 'busy', retryAfterMs: 1000, refusal },
  unusable: { is: 'unusable', note: 'no complete answer: reset' },
  'nothing sent': { is: 'nothing sent' },
} satisfies { readonly [Is in PublishWord['is']]: PublishWord }

const { 'nothing sent': _, ...told } = publishWords
const lookupWords = { ...told, absent: { is: 'absent' } } satisfies { readonly [Is in LookupWord['is']]: LookupWord }

const events: ReadonlyMap<string, OperationEvent> = new Map<string, OperationEvent>([
  ['publish', { type: 'publish' }],
  ['rested', { type: 'rested' }],
  ['out of time', { type: 'out of time' }],
  ...Object.entries(publishWords).map(([is, word]) => [`publish: ${is}`, { type: 'publish answered', word }] as const),
  ...Object.entries(lookupWords).map(([is, word]) => [`lookup: ${is}`, { type: 'lookup answered', word }] as const),
])

const words = (effect: Effect): string => {
  switch (effect.do) {
    case 'record':
      return `record ${effect.note.is}`
    case 'pause':
      return `pause ${effect.ms}`
    case 'stop':
      return `stop (${effect.why})`
    case 'publish':
    case 'lookup':
    case 'ask leave':
      return effect.do
  }
}

/** What each event makes of each state; an event that is not named changes nothing and has no effect. */
const table: { readonly [Is in Operation['is']]: Readonly<Record<string, string>> } = {
  prepared: {
    publish: 'entered: record entered, publish',
    rested: 'prepared: ask leave',
    'out of time': 'prepared: stop (out of time)',
  },
  entered: {
    'publish: published': 'published: record published, stop (settled)',
    'publish: pending': 'pending: record pending, pause 5000',
    'publish: unknown': 'unknown: pause 100',
    'publish: rejected': 'rejected: record rejected, stop (settled)',
    'publish: busy': 'prepared: record cleared, pause 1000',
    'publish: unusable': 'unknown: pause 100',
    'publish: nothing sent': 'prepared: record cleared, stop (nothing sent)',
  },
  pending: {
    publish: 'pending: lookup',
    rested: 'pending: lookup',
    'out of time': 'pending: stop (out of time)',
    'lookup: published': 'published: record published, stop (settled)',
    'lookup: pending': 'pending: record pending, pause 5000',
    'lookup: unknown': 'pending: pause 2000',
    'lookup: rejected': 'rejected: record rejected, stop (settled)',
    'lookup: busy': 'pending: pause 2000',
    'lookup: unusable': 'pending: pause 2000',
    'lookup: absent': 'pending: pause 2000',
  },
  unknown: {
    publish: 'unknown: lookup',
    rested: 'unknown: lookup',
    'out of time': 'unknown: stop (out of time)',
    'lookup: published': 'published: record published, stop (settled)',
    'lookup: pending': 'pending: record pending, pause 5000',
    'lookup: unknown': 'unknown: pause 400',
    'lookup: rejected': 'rejected: record rejected, stop (settled)',
    'lookup: busy': 'unknown: pause 1000',
    'lookup: unusable': 'unknown: pause 400',
    'lookup: absent': 'prepared: record cleared, ask leave',
  },
  published: { publish: 'published: stop (settled)' },
  rejected: { publish: 'rejected: stop (settled)' },
}

test('every event does to every state what the table says', () => {
  for (const [is, state] of Object.entries(states)) {
    for (const [name, event] of events) {
      const { operation, effects } = step(state, event, patience)
      const expected = table[state.is][name]
      if (expected === undefined) {
        assert.is(operation, state, `${is} / ${name}`)
        assert.equal(effects, [], `${is} / ${name}`)
      } else {
        assert.is(`${operation.is}: ${effects.map(words).join(', ')}`, expected, `${is} / ${name}`)
      }
    }
  }
})

test('the table names only events that exist', () => {
  for (const rows of Object.values(table)) for (const name of Object.keys(rows)) assert.ok(events.has(name), name)
})

test('a rate limit is respected once, and not at all when it asks for more than the host has', () => {
  const again = step(
    { ...states.entered, turnedAway: true },
    { type: 'publish answered', word: publishWords.busy },
    patience,
  )
  assert.is(again.operation.is, 'rejected')
  const long: PublishWord = { is: 'busy', retryAfterMs: 5001, refusal }
  assert.is(step(states.entered, { type: 'publish answered', word: long }, patience).operation.is, 'rejected')
})

test('an operation that is absent after its last publish is not published again', () => {
  const { operation, effects } = step(
    { ...states.unknown, publishes: 2 },
    { type: 'lookup answered', word: { is: 'absent' } },
    patience,
  )
  assert.is(operation.is, 'prepared')
  assert.equal(effects.map(words), ['record cleared', 'stop (nothing written)'])
})

test('a pause is never longer than the host allows, and doubles while the connector does not know', () => {
  let operation: Operation = { ...states.unknown, asked: 0 }
  const pauses: number[] = []
  for (let lookups = 0; lookups < 8; lookups += 1) {
    const stepped = step(operation, { type: 'lookup answered', word: { is: 'unknown' } }, patience)
    operation = stepped.operation
    for (const effect of stepped.effects) if (effect.do === 'pause') pauses.push(effect.ms)
  }
  assert.equal(pauses, [100, 200, 400, 800, 1600, 3200, 5000, 5000])
  const asked: LookupWord = { is: 'unknown', retryAfterMs: 3000 }
  assert.equal(step(states.unknown, { type: 'lookup answered', word: asked }, patience).effects.map(words), [
    'pause 3000',
  ])
})

test('whatever happens in whatever order, a second publish follows a clearance, and a clearance a word that allows it', () => {
  const named = [...events.entries()]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...named), { maxLength: 40 }), (happened) => {
      let operation: Operation = fresh
      let mayPublish = true
      for (const [name, event] of happened) {
        const stepped = step(operation, event, { ...patience, publishes: 100 })
        for (const effect of stepped.effects) {
          if (effect.do === 'record' && effect.note.is === 'cleared') {
            assert.ok(['lookup: absent', 'publish: busy', 'publish: nothing sent'].includes(name), name)
            mayPublish = true
          }
          if (effect.do !== 'publish') continue
          assert.ok(mayPublish, 'a blind publish')
          assert.equal(stepped.effects.map(words), ['record entered', 'publish'])
          mayPublish = false
        }
        operation = stepped.operation
      }
    }),
    { numRuns: 2000 },
  )
})

test.run()
