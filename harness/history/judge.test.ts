import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { CallKind, HistoryEvent, Outcome } from './event.ts'
import { judge, type JudgeOptions } from './judge.ts'
import { undecided } from './undecided.ts'

const published: Outcome = { is: 'published', externalId: 'a1', externalUrl: 'https://d.example/a1' }
const pending: Outcome = { is: 'pending', providerReference: 'r1' }
const unknown: Outcome = { is: 'unknown' }
const rejected: Outcome = { is: 'rejected' }
const absent: Outcome = { is: 'absent' }
const silent: Outcome = { is: 'silent' }
const notSent: Outcome = { is: 'not sent' }

type Step = (moment: number) => HistoryEvent
const operation = 'op'

// A call is written as two steps, or as one with `publish` and `lookup` when nothing happens meanwhile.
const invoke =
  (call: number, kind: CallKind): Step =>
  (moment) => ({ type: 'invoke', operation, call, kind, moment })
const answer =
  (call: number, outcome: Outcome): Step =>
  (moment) => ({ type: 'return', operation, call, outcome, moment })
let calls = 1000
const whole = (kind: CallKind, outcome: Outcome): Step[] => [invoke(++calls, kind), answer(calls, outcome)]
const publish = (outcome: Outcome): Step[] => whole('publish', outcome)
const lookup = (outcome: Outcome): Step[] => whole('lookup', outcome)
const odd = (outcome: Outcome): Step[] => whole('odd publish', outcome)

const write =
  (what: 'began' | 'received' | 'refuted' | 'ended', nth = 1): Step =>
  (moment) => ({ type: `write-${what}`, operation, nth, moment })
const applied =
  (status = 201, nth = 1): Step =>
  (moment) => ({ type: 'write-applied', operation, nth, status, moment })
const fault =
  (at: 'received' | 'applied', act: 'hold' | 'hang' | 'status' | 'inflate', nth = 1): Step =>
  (moment) => ({ type: 'fault', operation, at, act, nth, moment })
const items =
  (count: number, more: { ids?: string[]; exact?: boolean } = {}): Step =>
  (moment) => ({ type: 'items', operation, count, exact: true, ...more, moment })
const happens =
  (type: 'kill' | 'up' | 'outage-ended'): Step =>
  (moment) => ({ type, moment })
const outage =
  (how: 'refused' | 'hanging' | '500'): Step =>
  (moment) => ({ type: 'outage-began', how, moment })
/** A read that began with the step before it. */
const read =
  (sawItem: boolean, lasted = 1, status = sawItem ? 200 : 404): Step =>
  (moment) => ({ type: 'read-answered', operation, began: moment - lasted + 0.5, status, sawItem, moment })

const arrived = [write('began'), write('received')]
const done = [...arrived, applied(), write('ended')]
const lost = [...arrived, fault('received', 'hang'), write('ended')]

const history = (...steps: readonly (Step | readonly Step[])[]): HistoryEvent[] =>
  steps.flat().map((step, index) => step(index + 1))
const findings = (events: readonly HistoryEvent[], options?: JudgeOptions): string =>
  judge(events, options)
    .map(({ invariant, level }) => (level === 'must' ? invariant : `${invariant} ${level}`))
    .join(', ')
const shows = (...steps: readonly (Step | readonly Step[])[]): string => findings(history(...steps))

test('an ordinary publish, repeat and lookup break nothing', () => {
  assert.is(
    shows(
      lookup(absent),
      invoke(1, 'publish'),
      done,
      answer(1, published),
      publish(published),
      lookup(published),
      items(1),
    ),
    '',
  )
})

test('I0: an answer that the protocol does not have', () => {
  const [finding] = judge(history(publish({ is: 'other', note: 'status 200 without a valid result' })))
  assert.is(finding?.invariant, 'I0')
  assert.is(finding?.actual, 'status 200 without a valid result')
  assert.is(shows(odd({ is: 'other', note: 'status 302' })), '')
})

test('I1: two items by an exact count or by distinct ids', () => {
  const before = [invoke(1, 'publish'), done, answer(1, published)].flat()
  assert.is(shows(before, items(2)), 'I1')
  assert.is(shows(before, items(2), items(2)), 'I1')
  assert.is(shows(before, items(2, { ids: ['a1', 'b2'] })), 'I1')
  assert.is(shows(before, items(2, { ids: ['a1', 'a1'] })), '')
  assert.is(shows(before, items(1)), '')
})

test('an upper bound never blames, and leaves undecided what only a count of items can tell', () => {
  const two = history(invoke(1, 'publish'), done, answer(1, published), items(2, { exact: false }))
  assert.is(findings(two), '')
  assert.match(undecided(two) ?? '', 'accepted 2 writes for one operation')
  assert.is(undecided(history(items(1, { exact: false }))), undefined)
  assert.is(undecided(history(items(2, { exact: false }), items(1))), undefined)
  assert.is(undecided(history(items(2))), undefined)
})

test('I2: published before any write, and an exact witness sees no item', () => {
  assert.is(shows(publish(published), items(0)), 'I2')
  assert.is(shows(invoke(1, 'publish'), arrived, answer(1, published), items(0)), 'I2')
  assert.is(shows(invoke(1, 'publish'), arrived, applied(500), answer(1, published), items(0)), 'I2')
  assert.is(shows(publish(published), items(0, { exact: false })), '')
  assert.is(shows(publish(published)), '', 'the gate alone never blames')
})

test('I2: published before the only write, which an exact witness confirms', () => {
  assert.is(
    shows(invoke(1, 'publish'), arrived, answer(1, published), applied(), items(2)),
    'I1',
    'the gate missed one',
  )
  assert.is(shows(invoke(1, 'publish'), done, answer(1, published), items(0)), '', 'the write came first')
  assert.is(shows(invoke(1, 'publish'), arrived, answer(1, published), applied(), items(1)), 'I2')
  assert.is(shows(invoke(1, 'publish'), arrived, answer(1, published), applied()), '')
  assert.is(shows(publish(published), items(1)), '', 'the gate may not have seen the write')
})

test('I2: a read that was answered with the item makes published the truth before the write is answered', () => {
  const publishing = [invoke(1, 'publish'), arrived].flat()
  const late = [answer(1, published), applied(), items(1)].flat()
  assert.is(shows(publishing, read(true), late), '')
  assert.is(shows(publishing, read(false), late), 'I2')
  assert.is(shows(publishing, answer(1, published), read(true), applied(), items(1)), 'I2', 'the read came too late')
  assert.is(shows(publishing, read(true), answer(1, published), items(0)), 'I2', 'no item after all')
})

test('I2: a read that listed items by their ids alone may have shown the item, and the ids of the witness tell', () => {
  const slim = read(false, 1, 200)
  const early = [invoke(1, 'publish'), arrived, slim, answer(1, published), applied()].flat()
  assert.is(shows(early, items(1, { ids: ['a1'] })), '')
  assert.is(shows(early, items(1, { ids: ['a1', 'a1'] })), '')
  assert.match(shows(early, items(1, { ids: ['b2'] })), 'I2', 'the read cannot have shown that one')
  assert.is(shows(early, items(0, { ids: [] })), 'I2', 'no item after all')
  const after = [invoke(1, 'publish'), arrived, answer(1, published), slim, applied()].flat()
  assert.is(shows(after, items(1, { ids: ['a1'] })), 'I2', 'the read came too late')
  const before = [invoke(1, 'publish'), slim, arrived, answer(1, published), applied()].flat()
  assert.is(shows(before, items(1, { ids: ['a1'] })), 'I2', 'there was no item to be read yet')
  const absentToo = [invoke(1, 'publish'), arrived, read(false), answer(1, published), applied()].flat()
  assert.is(shows(absentToo, items(1, { ids: ['a1'] })), 'I2', 'the destination said that there was none')
})

test('without ids a read that may have shown the item leaves undecided whether published came too early', () => {
  const slim = read(false, 1, 200)
  const events = history(invoke(1, 'publish'), arrived, slim, answer(1, published), applied(), items(1))
  assert.is(findings(events), '')
  assert.match(undecided(events) ?? '', 'only the ids of the items could tell')
  const plain = history(invoke(1, 'publish'), arrived, slim, applied(), answer(1, published), items(1))
  assert.is(undecided(plain), undefined)
})

test('I0, I2, I3: what is made of a lengthened answer is judged by nothing but its size', () => {
  const cut: Outcome = { is: 'published', externalId: 'a1xxxx' }
  const odd: Outcome = { is: 'other', note: 'status 200 without a valid result' }
  const write = (...during: Step[]): Step[] => [invoke(1, 'publish'), ...arrived, applied(), ...during]
  const ids = items(1, { ids: ['a1'] })
  for (const first of [cut, odd]) {
    assert.is(shows(write(fault('applied', 'inflate')), answer(1, first), lookup(published), ids), '')
    assert.not.equal(shows(write(), answer(1, first), lookup(published), ids), '')
  }
  const inflated = [...write(fault('applied', 'inflate')), answer(1, cut)]
  assert.is(shows(inflated, lookup(absent), ids), 'I4, I6', 'a denial has nothing to do with it')
  assert.is(shows(inflated, items(2)), 'I1', 'nor has another write')
  assert.is(
    shows(invoke(1, 'publish'), done, answer(1, cut), fault('applied', 'inflate', 2), ids),
    'I2',
    'it came later',
  )
})

test('I2: external_id names no item, where the witness gives ids', () => {
  const before = [invoke(1, 'publish'), done, answer(1, published)].flat()
  assert.is(shows(before, items(1, { ids: ['b2'] })), 'I2')
  assert.is(shows(before, items(1, { ids: ['a1'] })), '')
  assert.is(shows(before, items(1)), '')
})

test('I3: a published result changes its id or its address', () => {
  const before = [invoke(1, 'publish'), done, answer(1, published)].flat()
  assert.is(shows(before, lookup({ ...published, externalId: 'b2' })), 'I3')
  assert.is(shows(before, publish({ ...published, externalUrl: 'https://d.example/other' })), 'I3')
  assert.is(shows(before, publish({ is: 'published', externalId: 'a1' })), 'I3')
  assert.is(shows(before, lookup({ ...published })), '')
})

test('I3: a provider reference that changes while pending is a warning', () => {
  assert.is(shows(publish(pending), lookup({ is: 'pending', providerReference: 'r2' })), 'I3 should')
  assert.is(shows(publish(pending), lookup(pending)), '')
})

test('I4: something else after a published answer', () => {
  const before = [invoke(1, 'publish'), done, answer(1, published)].flat()
  assert.is(shows(before, lookup(pending)), 'I4')
  assert.is(shows(before, lookup(unknown)), 'I4')
  assert.is(shows(before, lookup(absent)), 'I4, I6')
  assert.is(shows(before, publish(rejected)), 'I4, I6')
  assert.is(shows(before, publish(silent), lookup(notSent), lookup(published)), '')
})

test('pending and published may mix while the calls of a burst overlap', () => {
  assert.is(
    shows(
      invoke(1, 'publish'),
      invoke(2, 'publish'),
      invoke(3, 'lookup'),
      done,
      answer(1, published),
      answer(2, pending),
      answer(3, unknown),
    ),
    '',
  )
})

test('during an outage a published operation may be unknown, and nothing else', () => {
  const before = [invoke(1, 'publish'), done, answer(1, published), outage('refused')].flat()
  const healed = happens('outage-ended')
  assert.is(shows(before, lookup(unknown), publish(unknown), healed, lookup(published)), '')
  assert.is(shows(before, lookup(pending)), 'I4')
  assert.is(shows(before, lookup(rejected)), 'I4, I6')
  assert.is(shows(before, lookup(absent)), 'I4, I6')
  assert.is(shows(before, healed, lookup(unknown)), 'I4')
  assert.is(shows(before, invoke(9, 'lookup'), healed, answer(9, unknown)), '', 'the call overlapped it')
  assert.is(
    shows(
      invoke(1, 'publish'),
      done,
      answer(1, published),
      invoke(9, 'lookup'),
      outage('refused'),
      healed,
      answer(9, unknown),
    ),
    '',
  )
})

test('during an outage a write whose answer was lost stays pending or unknown', () => {
  const before = [
    invoke(1, 'publish'),
    arrived,
    applied(),
    fault('applied', 'hang'),
    outage('refused'),
    answer(1, unknown),
  ].flat()
  assert.is(
    shows(before, lookup(unknown), publish(pending), happens('kill'), happens('up'), lookup(unknown), publish(unknown)),
    '',
  )
  assert.is(shows(before, lookup(absent)), 'I5, I6')
})

test('a connector that got no connection knows that nothing was written', () => {
  const looked = [invoke(1, 'publish'), lookup(pending), answer(1, rejected)].flat()
  assert.is(shows(outage('refused'), looked, lookup(absent)), 'I5 should')
  assert.is(shows(outage('refused'), publish(unknown), happens('outage-ended'), lookup(absent)), '')
  assert.is(shows(outage('refused'), happens('outage-ended'), looked, lookup(absent)), 'I5')
  assert.is(shows(outage('500'), looked, lookup(absent)), 'I5')
})

test('I5: no write occurred, after pending or unknown', () => {
  assert.is(shows(publish(pending), lookup(absent)), 'I5')
  assert.is(shows(publish(unknown), publish(rejected)), 'I5')
  assert.is(shows(publish(pending), lookup(unknown), lookup(pending)), '')
  assert.is(shows(invoke(1, 'lookup'), publish(pending), answer(1, absent)), '', 'asked for before')
})

test('I5: who finds out that nothing was written may say so after unknown; after pending it is a warning', () => {
  const nothing = [write('ended'), read(false, 0)]
  assert.is(shows(invoke(1, 'publish'), arrived, applied(), answer(1, unknown), nothing, lookup(absent)), 'I5, I6')
  assert.is(shows(invoke(1, 'publish'), arrived, answer(1, unknown), nothing, lookup(absent)), '')
  assert.is(shows(invoke(1, 'publish'), arrived, answer(1, unknown), write('refuted'), publish(rejected)), '')
  assert.is(shows(publish(unknown), read(false, 0), lookup(absent)), '')
  assert.is(shows(read(false, 0), publish(unknown), lookup(absent)), 'I5', 'the read told nothing new')
  assert.is(shows(invoke(1, 'publish'), arrived, answer(1, pending), nothing, lookup(absent)), 'I5 should')
})

test('I6: no write occurred, though the item exists', () => {
  const before = [invoke(1, 'publish'), done, answer(1, silent)].flat()
  assert.is(shows(before, lookup(absent)), 'I6')
  assert.is(shows(before, publish(rejected)), 'I6')
  assert.is(shows(publish(silent), items(1), lookup(absent)), 'I6')
  assert.is(shows(before, lookup(published)), '')
  assert.is(shows(invoke(9, 'lookup'), before, answer(9, absent)), '', 'asked for before')
})

test('I6: the publish that made the item denies it', () => {
  assert.is(shows(invoke(1, 'publish'), done, answer(1, rejected)), 'I6')
  assert.is(shows(invoke(1, 'publish'), invoke(2, 'publish'), done, answer(1, rejected), answer(2, rejected)), 'I6')
  assert.is(shows(invoke(1, 'publish'), invoke(2, 'publish'), done, answer(1, rejected), answer(2, published)), '')
  assert.is(shows(publish(silent), invoke(2, 'publish'), done, answer(2, rejected)), '', 'the first may have written')
  assert.is(shows(publish(notSent), invoke(2, 'publish'), done, answer(2, rejected)), 'I6')
})

test('a 2xx that refuses in its body, like a duplicate, is no item when an exact witness sees none', () => {
  assert.is(shows(items(0), invoke(1, 'publish'), done, answer(1, rejected)), 'I6', 'counted before')
  const held = [...arrived, fault('applied', 'hold'), applied(), write('ended')]
  assert.is(shows(invoke(1, 'publish'), held, answer(1, rejected), items(0)), '')
  const heldForEver = [...arrived, fault('received', 'hold'), happens('kill'), write('ended'), happens('up')]
  assert.is(shows(invoke(1, 'publish'), heldForEver, answer(1, silent), lookup(absent), items(0)), 'I7')
  const answerLost = [...arrived, applied(500), fault('applied', 'hang'), write('ended')]
  assert.is(shows(invoke(1, 'publish'), answerLost, answer(1, rejected), items(0)), 'I7')
  assert.is(shows(invoke(1, 'publish'), done, answer(1, rejected), items(0)), '')
  assert.is(shows(invoke(1, 'publish'), arrived, applied(409), write('ended'), answer(1, rejected), items(0)), '')
  assert.is(shows(invoke(1, 'publish'), done, answer(1, rejected), items(1)), 'I6')
})

test('I7: no write occurred, after a write that may have happened, even if it never lands', () => {
  assert.is(shows(invoke(1, 'publish'), lost, answer(1, silent), lookup(absent), items(0)), 'I7')
  assert.is(shows(invoke(1, 'publish'), lost, answer(1, silent), publish(rejected)), 'I7')
  assert.is(shows(invoke(1, 'publish'), lost, answer(1, rejected), items(0)), 'I7', 'by the publish itself')
  assert.is(shows(invoke(1, 'publish'), lost, answer(1, unknown), lookup(pending)), '')
})

test('I7: a lookup may say 404 until the destination has received the write', () => {
  assert.is(shows(invoke(1, 'publish'), write('began'), answer(1, rejected)), 'I7', 'its own publish knows')
  assert.is(shows(invoke(1, 'publish'), write('began'), write('ended'), answer(1, rejected)), '', 'it never arrived')
  assert.is(shows(invoke(1, 'publish'), write('began'), lookup(absent), write('received'), lookup(unknown)), '')
  assert.is(shows(invoke(1, 'publish'), arrived, lookup(absent)), 'I7')
  assert.is(shows(invoke(1, 'publish'), write('began'), invoke(2, 'lookup'), write('received'), answer(2, absent)), '')
})

test('I7: a repeat in progress that is answered 409 is told what that says', () => {
  const [finding] = judge(history(invoke(1, 'publish'), arrived, publish({ is: 'rejected', status: 409 })))
  assert.is(finding?.invariant, 'I7')
  assert.is(
    finding?.expected,
    'a pending result or a problem with outcome "unknown" after a write that may have happened',
  )
  assert.is(
    finding?.actual,
    'outcome "rejected" with status 409 (409 for a repeat in progress says that no write occurred)',
  )
  const [plain] = judge(history(invoke(1, 'publish'), arrived, publish(rejected)))
  assert.is(plain?.actual, 'outcome "rejected"')
})

test('I7: a refused write is no possible write', () => {
  assert.is(
    shows(invoke(1, 'publish'), arrived, write('refuted'), write('ended'), answer(1, rejected), lookup(absent)),
    '',
  )
  const second = [write('began', 2), write('received', 2)]
  assert.is(
    shows(invoke(1, 'publish'), arrived, invoke(2, 'lookup'), write('refuted'), second, answer(2, absent)),
    '',
    'true in between',
  )
  assert.is(shows(invoke(1, 'publish'), arrived, write('refuted'), second, lookup(absent)), 'I7')
})

test('I7: a read that began after every write had ended and saw no item justifies it', () => {
  const before = [invoke(1, 'publish'), lost, answer(1, silent)].flat()
  assert.is(shows(before, read(false, 0), lookup(absent)), '')
  assert.is(shows(before, invoke(2, 'lookup'), read(false, 0), answer(2, absent)), '')
  assert.is(shows(before, read(true, 0), lookup(absent)), 'I7', 'it saw the item')
  const open = [invoke(1, 'publish'), arrived, read(false, 0), write('ended'), answer(1, silent)].flat()
  assert.is(shows(open, lookup(absent)), 'I7', 'it was answered before the write had ended')
  assert.is(
    shows([invoke(1, 'publish'), ...arrived, write('ended'), read(false, 2), answer(1, silent)], lookup(absent)),
    'I7',
    'it began before',
  )
  const again = [write('began', 2), write('received', 2), write('ended', 2)]
  assert.is(shows(before, read(false, 0), again, lookup(absent)), 'I7', 'another write came later')
  assert.is(shows(before, again, read(false, 0), lookup(absent)), '')
})

test('a read that only echoes the marker does not blame when an exact witness sees no item', () => {
  assert.is(shows(invoke(1, 'publish'), lost, answer(1, silent), read(true, 0), lookup(absent), items(0)), '')
})

test('I7: a 5xx in place of forwarding is a warning', () => {
  const refused = [...arrived, fault('received', 'status'), write('ended')]
  assert.is(shows(invoke(1, 'publish'), refused, answer(1, rejected)), 'I7 should')
  assert.is(
    shows(invoke(1, 'publish'), arrived, applied(), fault('applied', 'status'), write('ended'), answer(1, rejected)),
    'I6',
  )
})

test('a write that arrives during an outage may have happened; an answer 500 in its place makes it a warning', () => {
  const during = [...arrived, write('ended'), answer(1, rejected), items(0)]
  assert.is(shows(outage('hanging'), invoke(1, 'publish'), during), 'I7')
  assert.is(shows(outage('500'), invoke(1, 'publish'), during), 'I7 should')
  assert.is(shows(outage('500'), happens('outage-ended'), invoke(1, 'publish'), during), '', 'the destination answered')
})

test('events count in the order of their moments, however they are listed', () => {
  const events = history(invoke(1, 'publish'), arrived, lookup(absent), answer(1, unknown))
  assert.is(findings(events), 'I7')
  assert.is(findings(events.toReversed()), 'I7')
})

test('I8: a write begins after no write occurred, and nobody asked for it', () => {
  assert.is(shows(publish(silent), happens('kill'), publish(rejected), write('began')), 'I8')
  const restarted = [invoke(1, 'publish'), happens('kill'), invoke(2, 'publish'), answer(1, notSent)]
  assert.is(shows(restarted, lookup(absent), write('began')), '', 'the second is under way')
  assert.is(shows(publish(rejected), write('began')), 'I8')
  assert.is(
    shows(publish(silent), happens('kill'), happens('up'), lookup(absent), write('began')),
    'I8',
    'it rose again',
  )
  assert.is(shows(publish(silent), lookup(absent), write('began')), '', 'it may still be worked on')
  assert.is(shows(publish(rejected), invoke(2, 'publish'), write('began')), '')
  assert.is(shows(publish(rejected), invoke(2, 'odd publish'), write('began')), '')
  assert.is(shows(invoke(1, 'publish'), publish(rejected), write('began')), '', 'another is under way')
  assert.is(shows(invoke(1, 'publish'), lookup(absent), write('began')), '')
})

test('I8: a worker in the background may write after pending, also when a concurrent call was shed', () => {
  assert.is(shows(publish(pending), done, lookup(published)), '')
  assert.is(
    shows(
      invoke(1, 'publish'),
      invoke(2, 'publish'),
      answer(1, pending),
      answer(2, { is: 'rejected', status: 429 }),
      done,
      lookup(published),
      items(1),
    ),
    '',
  )
})

test('I9: a write or an item for an operation whose every publish had to be refused', () => {
  assert.is(shows(publish(notSent), odd(rejected), invoke(2, 'odd publish'), write('began')), 'I9')
  assert.is(shows(odd(rejected), write('began')), 'I9')
  assert.is(shows(invoke(1, 'odd publish'), write('began')), 'I9')
  assert.is(shows(odd(silent), items(1)), 'I9')
  assert.is(shows(odd(rejected), items(0), lookup(absent)), '')
  assert.is(shows(odd(rejected), invoke(1, 'publish'), done, answer(1, published), items(1)), '')
})

test('what an odd publish is answered decides nothing', () => {
  const before = [invoke(1, 'publish'), done, answer(1, published)].flat()
  assert.is(
    shows(before, odd(rejected), odd(absent), odd(pending), odd({ ...published, externalId: 'b2' }), lookup(published)),
    '',
  )
  assert.is(shows(before, odd(rejected), items(2)), 'I1')
})

test('L1: the item exists and the answer has not converged, once the caller says that it had the time', () => {
  const before = [invoke(1, 'publish'), arrived, applied(), fault('applied', 'hang'), answer(1, unknown)].flat()
  assert.is(findings(history(before, lookup(pending)), { settled: true }), 'L1 should')
  assert.is(findings(history(before, lookup(pending))), '')
  assert.is(findings(history(before, lookup(published)), { settled: true }), '')
  assert.is(findings(history(publish(pending), lookup(pending)), { settled: true }), '', 'there is no item')
  assert.is(
    findings(history(before, lookup(unknown), happens('kill'), happens('up')), { settled: true }),
    '',
    'not asked since',
  )
  assert.is(findings(history(before, outage('refused'), lookup(unknown)), { settled: true }), '')
})

test('operations are judged apart, and what befalls the target befalls all of them', () => {
  const other = (events: readonly HistoryEvent[]): HistoryEvent[] =>
    events.map((event) => ({ ...event, ...('operation' in event ? { operation: 'other' } : {}) }))
  const events = [...history(invoke(1, 'publish'), done, answer(1, published)), ...other(history(lookup(absent)))]
  assert.is(findings(events), '')
  assert.is(judge([...events, ...other(history(publish(published), lookup(absent)))])[0]?.operation, 'other')
})

test.run()
