import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Projection } from '../../ledger/readiness/index.ts'
import { trustedKeysText } from '../../ledger/record/index.ts'
import { expectEnded, expectRefused, testInPlace } from '../cli.test.support.ts'
import { prepareReadiness, readinessFile } from '../readiness/prepared.test.support.ts'

const readiness = ['provider', 'readiness', '--ledger', 'evidence.sqlite']

testInPlace('provider readiness says what each provider may do, in a table and the same as JSON', async (place) => {
  await prepareReadiness(place)
  const table = await place.run(readiness)
  expectEnded(table, 0, 'PROVIDER', 'NEXT ACTION')
  assert.match(table.out, /^blog {2,}healthy {2,}configured {2,}1$/m)
  assert.match(table.out, /^later {2,}unsupported .*nothing to do/m)
  const { providers } = JSON.parse((await place.run([...readiness, '--json'])).out) as Projection
  assert.equal(
    providers.map(({ provider, state, advertisable }) => [provider, state, advertisable]),
    [
      ['blog', 'healthy', false],
      ['later', 'unsupported', false],
    ],
  )
})

testInPlace('the enforcement flag and the deny-list of the environment are heeded', async (place) => {
  await prepareReadiness(place)
  const enforced = await place.run(readiness, { SERVICE_PROVIDER_CERTIFICATION_ENFORCED: 'true' })
  assert.match(enforced.out, /^blog +certification_required/m)
  const denied = await place.run(readiness, { SERVICE_PROVIDERS_DISABLED: 'blog' })
  assert.match(denied.out, /^blog +disabled/m)
  const unsure = await place.run(readiness, { SERVICE_PROVIDER_CERTIFICATION_ENFORCED: 'perhaps' })
  expectEnded(unsure, 2)
  assert.match(unsure.err, /neither true nor false/)
})

testInPlace('a ledger that is not to be believed permits nothing and says why', async (place) => {
  await prepareReadiness(place)
  await place.write('other.sqlite', 'no database, let alone a ledger')
  const unreadable = await place.run(['provider', 'readiness', '--ledger', 'other.sqlite'])
  expectEnded(unreadable, 1, 'degraded', 'readiness_evidence_unavailable')
  assert.match(unreadable.err, /other\.sqlite/)
  await place.write('touchstone-keys/trusted-keys.json', trustedKeysText([]))
  const distrusted = await place.run(readiness)
  expectEnded(distrusted, 1, 'readiness_evidence_unavailable')
  assert.match(distrusted.err, /does not verify/)
})

testInPlace('a ledger that is not there is a mistake of whoever named it, on every face', async (place) => {
  await prepareReadiness(place)
  for (const face of [['provider', 'readiness'], ['mcp'], ['service']]) {
    expectRefused(await place.run([...face, '--ledger', 'nowhere.sqlite']), 'nowhere.sqlite', 'touchstone ledger init')
    expectRefused(await place.run([...face, '--ledger', 'touchstone-keys']), 'is a folder')
  }
})

testInPlace('what is wrong with the readiness file is a usage error with its line', async (place) => {
  await prepareReadiness(place)
  await place.write('readiness.yaml', readinessFile.replace('label:', 'lable:'))
  const wrong = await place.run(readiness)
  expectEnded(wrong, 2)
  assert.match(wrong.err, /readiness\.yaml:4:\d+: providers\[0\]\.app\.lable: unknown key; did you mean label\?/)
})

test.run()
