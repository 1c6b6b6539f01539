import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createMeeting } from './meeting.ts'

test('what happens at a point happens once, when the last has come', async () => {
  const meeting = createMeeting(3)
  let done = 0
  const action = async (): Promise<number> => ++done
  const early = [meeting.meet('restart', action), meeting.meet('restart', action)]
  assert.is(done, 0)
  assert.equal(await Promise.all([...early, meeting.meet('restart', action)]), [1, 1, 1])
})

test('whoever has left is not waited for', async () => {
  const meeting = createMeeting(2)
  const waiting = meeting.meet('restart', async () => 'done')
  meeting.leave()
  assert.is(await waiting, 'done')
})

test('one alone never waits', async () => {
  assert.is(await createMeeting(1).meet('restart', async () => 'done'), 'done')
})

test('when all wait at different points the oldest goes on', async () => {
  const meeting = createMeeting(2)
  const order: string[] = []
  const first = meeting.meet('restart', async () => void order.push('restart'))
  const second = meeting.meet('outage', async () => void order.push('outage'))
  await first
  assert.equal(order, ['restart'])
  meeting.leave()
  await second
  assert.equal(order, ['restart', 'outage'])
})

test('a failure reaches everyone who met', async () => {
  const meeting = createMeeting(2)
  const failing = async (): Promise<void> => {
    throw new Error('did not start')
  }
  const both = await Promise.allSettled([meeting.meet('restart', failing), meeting.meet('restart', failing)])
  assert.equal(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
})

test('a point can be met at again', async () => {
  const meeting = createMeeting(1)
  assert.is(await meeting.meet('ready', async () => 1), 1)
  assert.is(await meeting.meet('ready', async () => 2), 2)
})

test.run()
