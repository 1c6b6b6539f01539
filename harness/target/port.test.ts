import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { freePortBelowEphemeral, isEphemeral } from './port.ts'

test('a free port is outside the range of outgoing connections', async () => {
  const port = await freePortBelowEphemeral(Math.random)
  assert.ok(port >= 10_000 && port < 65_536)
  assert.not(isEphemeral(port))
})

test('a port that someone listens on is not chosen', async () => {
  const taken = await freePortBelowEphemeral(Math.random)
  const choose = async (): Promise<number> => freePortBelowEphemeral(choices())
  const choices = (): (() => number) => {
    let asked = 0
    return () => (asked++ === 0 ? (taken - 10_000 + 0.5) / (32_768 - 10_000) : Math.random())
  }
  const server = createServer().listen(taken, '127.0.0.1')
  await once(server, 'listening')
  assert.is.not(await choose(), taken)
  server.close()
})

test('a port that the system hands out is ephemeral', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  assert.ok(typeof address === 'object' && address && isEphemeral(address.port))
})

test.run()
