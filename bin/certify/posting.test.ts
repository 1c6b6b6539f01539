import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { referenceConnectorEntry } from '../../fixtures/index.ts'
import { expectEnded, type Place, testInPlace } from '../cli.test.support.ts'
import { before, configure, live, review, service, type Service, tokens } from './live.test.support.ts'

const echoing = fileURLToPath(new URL('../echoing-connector.test.script.js', import.meta.url))

async function prepare(place: Place, connector: Service): Promise<void> {
  await configure(place, connector)
  expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0)
  await review(place, 'approved', 'basic')
}

async function disable(place: Place): Promise<void> {
  await place.write('stop.yaml', 'provider: touchstone.reference\nstate: disabled\nreason_code: incident\n')
  expectEnded(await place.run(['ledger', 'control', 'e.sqlite', 'stop.yaml', '--operator', 'Ada']), 0)
}

testInPlace('what the connector tells of its token is neither posted, printed nor recorded', async (place) => {
  for (const where of ['version', 'other-profile'] as const) {
    await using connector = await service([echoing], { ECHO: where })
    await configure(place, connector)
    if (where === 'version') {
      expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0)
      await review(place, 'approved', 'basic')
    }
    const ended = await place.run(live, tokens)
    for (const token of Object.values(tokens)) assert.not.match(`${ended.out}${ended.err}`, token, where)
    expectEnded(ended, 3, 'no record: the connector tells a secret of this run in its manifest; nothing was posted')
    assert.is(connector.destination.items('').length, 0)
  }
})

testInPlace('the deny-list of the environment is heeded before anything is posted', async (place) => {
  await using connector = await service([referenceConnectorEntry])
  await prepare(place, connector)
  const denied = { ...tokens, SERVICE_PROVIDERS_DISABLED: 'other, touchstone.reference' }
  const says = 'SERVICE_PROVIDERS_DISABLED in the environment disables touchstone.reference; nothing was posted'
  expectEnded(await place.run(live, denied), 2, says)
  assert.is(connector.destination.items('').length, 0)
})

testInPlace('a disable that is appended while the connector answers its manifest is heeded', async (place) => {
  await using connector = await service([referenceConnectorEntry])
  await using slow = await before(connector, async (request) => {
    if (request === 'GET /v1/manifest') await disable(place)
  })
  await prepare(place, slow)
  expectEnded(await place.run(live, tokens), 2, 'a runtime control disables note.short', 'nothing was posted')
  assert.is(connector.destination.items('').length, 0)
})

testInPlace('a disable between two posts withholds the second one', async (place) => {
  await using connector = await service([referenceConnectorEntry])
  await using watched = await before(connector, async (request) => {
    if (request === 'POST /v1/publishes') await disable(place)
  })
  await prepare(place, watched)
  expectEnded(
    await place.run(live, tokens),
    2,
    'a runtime control disables note.short',
    'at most 1 of 2 items were posted',
  )
  assert.is(connector.destination.items('').length, 1)
})

testInPlace('a disable after the connection and before the first post withholds it', async (place) => {
  await using connector = await service([referenceConnectorEntry])
  await using watched = await before(connector, async (request) => {
    if (request === 'POST /v1/connections') await disable(place)
  })
  await prepare(place, watched)
  expectEnded(await place.run(live, tokens), 2, 'nothing was posted')
  assert.is(connector.destination.items('').length, 0)
})

testInPlace(
  'a deadline that passes after the first post says what raises it, and what may be posted',
  async (place) => {
    await using connector = await service([referenceConnectorEntry])
    let over = (): void => undefined
    const ended = new Promise<void>((resolve) => (over = resolve))
    await using hanging = await before(connector, (request) =>
      request === 'POST /v1/publishes' ? ended : Promise.resolve(),
    )
    await prepare(place, hanging)
    const says =
      'no record: the deadline of 10 s passed; raise deadline_s or --deadline; at most 1 of 2 items were posted'
    const told = await place.run([...live, '--deadline', '10'], tokens)
    over()
    expectEnded(told, 3, says)
  },
)

test.run()
