import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { poll } from '../../harness/target/waiting.ts'
import { expectEnded, expectRefused, testInPlace } from '../cli.test.support.ts'
import { addTo, carriedAndRefused, listening, neverAnswering, onceOn, prepare, tokens } from './queue.test.support.ts'

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

testInPlace('only one process works on the queue of a file, and the others say so', async (place) => {
  await using destination = await listening()
  await using _connector = await prepare(place, destination, 'e.sqlite')
  const worker = place.start(['queue', 'work', ...ledger], tokens)
  const first = await place.run(add, tokens)
  await worker.says(`${first.out.trim()} published`)
  const second = await place.run([...add, '--at', '2030-01-01T00:00:00Z'], tokens)
  expectEnded(await place.run(once, tokens), 3, 'another process works on this queue; nothing was done here')
  const standby = place.start(['queue', 'work', ...ledger], tokens)
  await standby.says('another process works on this queue')
  worker.kill('SIGTERM')
  await worker.ended
  const third = await place.run(add, tokens)
  await standby.says(`${third.out.trim()} published`)
  standby.kill('SIGTERM')
  const ended = await standby.ended
  assert.is(ended.code, 0)
  assert.is(ended.err.split('another process').length, 2, ended.err)
  expectEnded(await place.run(['queue', 'show', second.out.trim(), ...ledger]), 0, 'prepared')
})

testInPlace('Ctrl-C ends what waits for a connector, and leaves nothing behind', async (place) => {
  await using destination = await listening()
  await using connector = await prepare(place, destination, 'e.sqlite')
  const queued = await place.run(add, tokens)
  await using mute = await neverAnswering()
  await place.write('readiness.yaml', (await place.read('readiness.yaml')).replace(connector.url, mute.url))
  const worker = place.start(once, tokens)
  await mute.asked()
  worker.kill('SIGINT')
  expectEnded(await worker.ended, 130)
  expectEnded(await place.run(['queue', 'show', queued.out.trim(), ...ledger]), 0, 'prepared')
  const folders = await place.temporary()
  const adding = place.start(add, tokens)
  await mute.asked()
  adding.kill('SIGINT')
  assert.is((await adding.ended).out, '')
  // The watchdog cleans up when the process is gone.
  assert.ok(
    await poll(async () => (await place.temporary()).length === folders.length, 10_000),
    'a temporary folder stays',
  )
})

testInPlace('a time that is mistyped or over is refused, and never read as another one', async (place) => {
  await using destination = await listening()
  await using _connector = await prepare(place, destination, 'e.sqlite')
  for (const [at, says] of [
    ['5Z', 'takes a time in UTC'],
    ['2030-02-31T00:00:00Z', 'takes a time in UTC'],
    ['2030-01-01T24:00:00Z', 'takes a time in UTC'],
    ['2030-01-01', 'takes a time in UTC'],
    ['2030-01-01T00:00:00+02:00Z', 'takes a time in UTC'],
    ['2026-01-01T00:00:00Z', 'takes a time to come'],
  ] as const) {
    expectRefused(await place.run([...add, '--at', at], tokens), says)
  }
  expectEnded(await place.run([...add, '--at', '2030-01-01T00:00Z'], tokens), 0)
  expectEnded(await place.run(once, tokens), 0)
  assert.is(destination.items('').length, 0)
})

testInPlace('a worker that can publish nothing says what to do, and that it has to be started again', async (place) => {
  expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0)
  await place.write('readiness.yaml', 'providers: []\n')
  const says = 'nothing is published until it is mended; start it again then'
  expectEnded(await place.run(once), 0, 'touchstone-keys/fingerprint.key', says)
})

testInPlace('a queue that cannot be used is said in one line, and looking makes none', async (place) => {
  expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0)
  expectRefused(await place.run(['queue', 'show', 'op-1', ...ledger]), 'there is no queue beside this ledger yet')
  assert.not.ok((await readdir(place.path)).includes('e.sqlite-queue'))
  await mkdir(join(place.path, 'e.sqlite-queue'))
  expectRefused(await place.run(['queue', 'show', 'op-1', ...ledger]), 'e.sqlite-queue is a folder; move it away')
})

test.run()
