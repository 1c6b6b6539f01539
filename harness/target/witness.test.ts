import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { itemsByCommand } from './items-by-command.ts'
import { itemsByRequest } from './items-by-request.ts'
import { freePortBelowEphemeral } from './port.ts'
import { simulated, WitnessError } from './witness.ts'
import type { ItemCount, Witness } from './witness.ts'

interface Destination extends AsyncDisposable {
  readonly url: string
  readonly asked: readonly string[]
}

/** Answers every request with what `answer` gives for its search text. */
const destination = async (answer: (search: string, nth: number) => unknown, status = 200): Promise<Destination> => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const search = new URL(request.url ?? '', 'http://h').searchParams.get('q') ?? ''
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    const body = answer(search, asked.length)
    if (body === 'hang') return
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const witnessOf = (upstream: string, changes: { path?: string; at?: string; id?: string } = {}): Witness =>
  itemsByRequest({
    config: {
      kind: 'request',
      method: 'GET',
      path: changes.path ?? '/list?q=${marker}',
      headers: { authorization: 'Bearer ${destination.token}' },
      at: changes.at ?? '/items',
      ...(changes.id !== undefined && { id: changes.id }),
    },
    upstream,
    destinationToken: 'dest',
    deadlineMs: 300,
  })

const count = (witness: Witness, marker = 'm1'): Promise<ItemCount> =>
  witness.count(marker, new AbortController().signal)

const reason = async (counting: Promise<ItemCount>): Promise<string> => {
  const error = await counting.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.instance(error, WitnessError)
  return (error as Error).message
}

test('items that carry the marker anywhere are counted, with their ids', async () => {
  const items = [
    { id: 1, text: 'a m1 b' },
    { id: 'x', deep: [{ tag: 'm1' }] },
    { id: 3, text: 'other' },
  ]
  await using upstream = await destination(() => ({ items }))
  assert.equal(await count(witnessOf(upstream.url, { id: '/id' })), { count: 2, ids: ['1', 'x'] })
  const asked = upstream.asked.filter((line) => line.includes('m1'))
  assert.equal(asked, ['GET /list?q=m1 Bearer dest', 'GET /list?q=m1 Bearer dest'])
})

test('summaries without the text count when the request really searches', async () => {
  await using upstream = await destination((search) => ({ items: search === 'm1' ? [{ id: 1 }] : [] }))
  assert.equal(await count(witnessOf(upstream.url)), { count: 1, ids: undefined })
})

test('everything that a real search lists counts, also where only some of it shows the marker', async () => {
  const found = [{ id: 1, reference: 'm1' }, { id: 2 }]
  await using upstream = await destination((search) => ({ items: search === 'm1' ? found : [] }))
  assert.is((await count(witnessOf(upstream.url))).count, 2)
})

test('summaries of a request that ignores the search text do not count', async () => {
  await using upstream = await destination(() => ({ items: [{ id: 1 }, { id: 2 }] }))
  assert.equal(await count(witnessOf(upstream.url)), { count: 0, ids: undefined })
  assert.equal(await count(witnessOf(upstream.url, { path: '/all' })), { count: 0, ids: undefined })
})

test('nothing listed is nothing written', async () => {
  await using upstream = await destination(() => [])
  assert.equal(await count(witnessOf(upstream.url, { at: '' })), { count: 0, ids: undefined })
})

test('a listing is believed once it agrees with itself', async () => {
  await using upstream = await destination((_, nth) => (nth < 3 ? [] : [{ text: 'm1' }]))
  assert.is((await count(witnessOf(upstream.url, { at: '' }))).count, 0)
  await using slow = await destination((_, nth) => (nth === 1 ? [] : [{ text: 'm1' }]))
  assert.is((await count(witnessOf(slow.url, { at: '' }))).count, 1)
  await using restless = await destination((_, nth) => Array.from({ length: nth }, () => 'm1'))
  assert.is(
    await reason(count(witnessOf(restless.url, { at: '' }))),
    'the destination listed other items each time in 6 listings; its listing does not settle',
  )
})

test('a pointer that leads astray is named', async () => {
  await using upstream = await destination(() => ({ items: [{ id: { secret: 'm1' } }], more: 'x' }))
  const at = (pointer: string): Promise<string> => reason(count(witnessOf(upstream.url, { at: pointer })))
  assert.is(
    await at('/itemz'),
    'destination.items.at (/itemz) leads to nothing, not to a list; correct the JSON pointer',
  )
  assert.is(
    await at('/more'),
    'destination.items.at (/more) leads to a string, not to a list; correct the JSON pointer',
  )
  assert.is(await at(''), 'destination.items.at ("") leads to an object, not to a list; correct the JSON pointer')
  assert.is(
    await reason(count(witnessOf(upstream.url, { id: '/id' }))),
    'destination.items.id (/id) leads to an object inside an item, not to a string or number; correct the JSON pointer',
  )
})

test('a destination that does not answer as it should is not believed, nor quoted', async () => {
  const request = 'the destination.items request (GET /list?q=${marker})'
  await using failing = await destination(() => 'secret', 500)
  assert.is(await reason(count(witnessOf(failing.url))), `${request} was answered with status 500`)
  await using garbled = await destination(() => 'secret')
  assert.is(await reason(count(witnessOf(garbled.url))), `${request} was not answered with JSON`)
  await using hanging = await destination(() => 'hang')
  assert.is(await reason(count(witnessOf(hanging.url))), `${request} was not answered within 300 ms`)
  assert.is(
    await reason(witnessOf(hanging.url).count('m1', AbortSignal.abort())),
    `${request} was given up with the run`,
  )
  const url = `http://127.0.0.1:${await freePortBelowEphemeral(Math.random)}`
  assert.is(await reason(count(witnessOf(url))), `${request} got no answer (ECONNREFUSED)`)
})

const command = (script: string, ...rest: readonly string[]): Witness =>
  itemsByCommand({
    config: { kind: 'command', command: [process.execPath, '-e', script, ...rest], id: '/id' },
    cwd: '.',
    env: { DESTINATION_TOKEN: 'dest' },
    work: '/work',
  })

test('a command that is given the marker is believed; otherwise items must carry it', async () => {
  const own = command(
    'console.log(JSON.stringify([{ id: process.argv[1] + process.env.DESTINATION_TOKEN }]))',
    '${marker}',
  )
  assert.equal(await count(own), { count: 1, ids: ['m1dest'] })
  const all = command(`console.log('[{"id":1,"text":"m1"},{"id":2}]')`)
  assert.equal(await count(all), { count: 1, ids: ['1'] })
})

test('a command that fails or prints something else is named', async () => {
  assert.is(
    await reason(count(command('console.error("why"); process.exit(2)'))),
    `destination.items.command: the command ${process.execPath} exited with code 2; its last output:\n  why`,
  )
  assert.is(await reason(count(command('console.log("words")'))), 'destination.items.command did not print JSON')
})

test('a simulated destination knows its items', async () => {
  const witness = simulated(async (marker) => [{ id: `${marker}-1` }])
  assert.equal(await count(witness), { count: 1, ids: ['m1-1'] })
})

test.run()
