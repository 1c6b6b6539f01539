import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assemble } from './crew.ts'

const facade = { kind: 'facade', id: 'always-200', shape: 'immediate' } as const

test('a crew drives in processes of its own and hands back what every case said', async () => {
  await using crew = assemble(2)
  const only = ['manifest/shape', 'manifest/ids']
  const driven = await crew.drive({ specimen: facade, timeScale: 0.3, only, seed: 1 })
  if (!('observation' in driven)) throw new Error(driven.broke)
  assert.equal(Object.keys(driven.observation).toSorted(), only.toSorted())
  assert.ok(Object.values(driven.observation).every(({ verdict }) => verdict !== 'pass'))
})

test('a drive that cannot be done says why', async () => {
  await using crew = assemble(1)
  const driven = await crew.drive({ specimen: facade, timeScale: 0.3, only: ['no/such-case'], seed: 1 })
  assert.match('broke' in driven ? driven.broke : '', 'no/such-case')
})

test.run()
