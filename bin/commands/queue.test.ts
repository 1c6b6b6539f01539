import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectEnded, expectRefused, testInPlace } from '../cli.test.support.ts'
import { addTo, carriedAndRefused, listening, onceOn, prepare, tokens } from './queue.test.support.ts'

const ledger = ['--ledger', 'e.sqlite'] as const
const [add, once] = [addTo('e.sqlite'), onceOn('e.sqlite')]

testInPlace('a queued publish is carried when it is due, and refused once its provider is disabled', (place) =>
  carriedAndRefused(place, 'e.sqlite'),
)

testInPlace('a worker goes on until it is told to end', async (place) => {
  await using destination = await listening()
  await using _connector = await prepare(place, destination, 'e.sqlite')
  const worker = place.start(['queue', 'work', ...ledger], tokens)
  const added = await place.run([...add, '--id', 'morning'], tokens)
  await worker.says(`${added.out.trim()} published`)
  // The same post again is the same operation.
  assert.is((await place.run([...add, '--id', 'morning'], tokens)).out, added.out)
  worker.kill('SIGTERM')
  assert.is((await worker.ended).code, 0)
  assert.is(destination.items('').length, 1)
})

testInPlace('what is wrong is said before anything is queued, and nothing waits for nobody', async (place) => {
  await using destination = await listening()
  await using connector = await prepare(place, destination, 'e.sqlite')
  const { url } = connector
  expectRefused(await place.run(['queue', 'work', '--ledger', 'nowhere.sqlite', '--once']), 'there is no ledger at')
  expectRefused(await place.run([...add, '--provider', 'other']), '--provider is given twice')
  expectRefused(await place.run(add), 'the token of the connector of touchstone.reference cannot be read')
  expectRefused(await place.run([...add, '--at', 'tomorrow'], tokens), '--at takes a time in UTC')
  expectRefused(await place.run(['queue', 'show', 'op-1', ...ledger]), 'there is no operation op-1 in this queue')
  const wrong = { ...tokens, CONNECTOR_TOKEN: 'another-token-Ab3dEf6hIj9lMn2' }
  expectEnded(await place.run(add, wrong), 3, 'nothing is queued')
  const queued = await place.run(add, tokens)
  await place.write('readiness.yaml', (await place.read('readiness.yaml')).replace(url, 'http://127.0.0.1:1'))
  // A connector that is down may be up again.
  expectEnded(await place.run(once, tokens), 3, `${queued.out.trim()} waiting`)
  assert.is(destination.items('').length, 0)
})

test.run()
