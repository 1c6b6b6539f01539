import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { poll } from '../../harness/target/waiting.ts'
import { expectRefused, occupiedPort, type Started, testInPlace } from '../cli.test.support.ts'

const token = 'token-of-this-test-Ab3dEf6hIj9l'
const env = { CONNECTOR_TOKEN: token, DESTINATION_TOKEN: token }

const served = async (started: Started): Promise<string> => {
  await started.says('Ctrl-C ends it')
  return /serving at (\S+);/.exec(started.said())?.[1] ?? ''
}

const statusOf = async (url: string, authorization: string): Promise<number> => {
  const response = await fetch(url, { headers: { authorization, connection: 'close' } })
  await response.arrayBuffer()
  return response.status
}

for (const [what, path] of [
  ['connector', '/v1/manifest'],
  ['destination', '/items?q=x'],
] as const) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    testInPlace(`serve ${what} answers who has the token, and ends with 0 on ${signal}`, async (place) => {
      const started = place.start(['serve', what, '--port', '0'], env)
      const url = await served(started)
      assert.is(await statusOf(`${url}${path}`, `Bearer ${token}`), 200)
      assert.is(await statusOf(`${url}${path}`, 'Bearer wrong'), 401)
      started.kill(signal)
      assert.is((await started.ended).code, 0)
    })
  }
}

testInPlace('a server outlives nobody: SIGKILL takes it and its folder along', async (place) => {
  const started = place.start(['serve', 'connector', '--port', '0'], env)
  await served(started)
  started.kill('SIGKILL')
  assert.is((await started.ended).signal, 'SIGKILL')
  assert.ok(await poll(async () => (await place.temporary()).length === 0, 5_000), 'its folder is left')
})

testInPlace('help names the variables of the tokens', async (place) => {
  const { out } = await place.run(['serve', '--help'])
  assert.match(out.replaceAll(/\s+/g, ' '), '(connector CONNECTOR_TOKEN, destination DESTINATION_TOKEN)')
  assert.match(out.replaceAll(/\s+/g, ' '), 'its token in DESTINATION_TOKEN')
})

testInPlace('what makes serving impossible is told', async (place) => {
  await using other = await occupiedPort()
  const serve = ['serve', 'connector', '--port', String(other.port)]
  expectRefused(await place.run(serve, env), `something already listens at 127.0.0.1:${other.port}`)
  expectRefused(await place.run(['serve', 'connector', '--port', '70000'], env), '--port takes a whole number')
  expectRefused(
    await place.run(['serve', 'destination'], { DESTINATION_TOKEN: 'short' }),
    'DESTINATION_TOKEN must hold',
  )
})

test.run()
