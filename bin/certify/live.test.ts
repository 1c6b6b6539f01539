import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { referenceConnectorEntry, variantEntry } from '../../fixtures/index.ts'
import { type CertificationRunBody, readBody, readRecordFile, bodiesOf } from '../../ledger/record/index.ts'
import { expectEnded, type Place, testInPlace } from '../cli.test.support.ts'
import { configure, live, review, service, tokens } from './live.test.support.ts'

async function runOf(place: Place, file: string): Promise<CertificationRunBody> {
  const [run] = bodiesOf(readRecordFile(await place.read(file)))
  return readBody(run?.body ?? '') as CertificationRunBody
}

testInPlace('under an approval the lifecycle makes live evidence that the ledger takes', async (place) => {
  await using connector = await service([referenceConnectorEntry])
  await configure(place, connector)
  expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0)
  expectEnded(await place.run(live, tokens), 2, 'the ledger has no approval review of this provider app')
  await review(place, 'approved', 'basic')
  const ended = await place.run(live, tokens)
  expectEnded(ended, 0, 'publish_immediate', 'publish_scheduled', 'appended to e.sqlite, read back and verified')
  for (const token of Object.values(tokens)) assert.not.ok(`${ended.out}${ended.err}`.includes(token))
  assert.match(ended.out, /^record passed: /)
  assert.match(ended.err, /^live evidence: posts 2 items, /m)
  assert.match(ended.err, `  connector    ${connector.url}\n`)
  assert.match(ended.err, '  provider     touchstone.reference, version 1.0.0\n')
  assert.match(ended.err, '  account      the first that it offers workspace w-1\n')
  assert.match(ended.err, '  profiles     note.short\n')
  const run = await runOf(place, 'touchstone-out/records/2-note.short-scheduled.json')
  assert.equal(
    [
      run.evidence_kind,
      run.approval_state_at_test,
      run.approval_tier_at_test,
      run.witness,
      run.conformance,
      run.result,
    ],
    ['live', 'approved', 'basic', 'items-query', [], 'passed'],
  )
  assert.match(run.account_fingerprint, /^sha256:/)
  // Evidence does not outlive the review it was made under.
  const days = (Date.parse(run.expires_at) - Date.parse(run.tested_at)) / 86_400_000
  assert.ok(days < 7.01)
  expectEnded(await place.run(['ledger', 'verify', 'e.sqlite']), 0, 'certification_run 2 records')
})

testInPlace('a review that does not permit it, or permits a trial only, makes no evidence', async (place) => {
  await using connector = await service([referenceConnectorEntry])
  await configure(place, connector)
  expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0)
  await review(place, 'trial', 'basic')
  expectEnded(await place.run(live, tokens), 2, 'a trial, and certification.trial_permitted is not true')
  await review(place, 'revoked', 'basic')
  expectEnded(await place.run(live, tokens), 2, 'the approval is revoked')
  assert.is(connector.destination.items('').length, 0)
})

testInPlace('a disable is heeded before anything is posted', async (place) => {
  await using connector = await service([referenceConnectorEntry])
  await configure(place, connector)
  expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0)
  await review(place, 'approved', 'basic')
  await place.write('stop.yaml', 'provider: touchstone.reference\nstate: disabled\nreason_code: incident\n')
  expectEnded(await place.run(['ledger', 'control', 'e.sqlite', 'stop.yaml', '--operator', 'Ada']), 0)
  const stopped = await place.run(live, tokens)
  expectEnded(stopped, 2, 'a runtime control disables note.short publish_immediate')
  assert.not.match(stopped.err, 'posts')
  assert.is(connector.destination.items('').length, 0)
})

testInPlace(
  'a connector that cannot be asked is told as touchstone run tells it, with the key to mend',
  async (place) => {
    await using connector = await service([referenceConnectorEntry])
    await configure(place, connector)
    expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0)
    await review(place, 'approved', 'basic')
    const onBoth = async (env: Readonly<Record<string, string>>, says: string): Promise<void> => {
      expectEnded(await place.run(live, env), 3, `no record: ${says}`)
      const ran = await place.run(['run', '--only', 'health/ready'], env)
      expectEnded(ran, 3)
      assert.match(ran.out.replaceAll(/\s+/g, ' '), says)
    }
    await onBoth(
      { ...tokens, CONNECTOR_TOKEN: 'another-token-Ab3dEf6hIj9lMn2' },
      'the connector refuses the configured token (status 401 from GET /v1/manifest): give the connector and connector.token the same token',
    )
    const nobody = 'http://127.0.0.1:1'
    await place.write('touchstone.yaml', (await place.read('touchstone.yaml')).replace(connector.url, nobody))
    await onBoth(tokens, `nobody listens at ${nobody}: start the connector, or mend connector.url`)
    assert.is(connector.destination.items('').length, 0)
  },
)

testInPlace('for machines live evidence has records and no results, since no case ran', async (place) => {
  await using connector = await service([referenceConnectorEntry])
  await configure(place, connector)
  expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0)
  await review(place, 'approved', 'basic')
  const ended = await place.run([...live, '--json'], tokens)
  expectEnded(ended, 0)
  const document = JSON.parse(ended.out) as { readonly records: readonly unknown[] }
  assert.equal(Object.keys(document), ['records', 'lacking'])
  assert.is(document.records.length, 2)
})

testInPlace('where the items query gets no answer nothing is posted', async (place) => {
  await using connector = await service([referenceConnectorEntry])
  await configure(place, connector)
  const configuration = await place.read('touchstone.yaml')
  await place.write('touchstone.yaml', configuration.replace(/upstream: .*/, 'upstream: "http://127.0.0.1:1"'))
  expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0)
  await review(place, 'approved', 'basic')
  expectEnded(await place.run(live, tokens), 3, 'destination.items got no answer that can be counted')
  assert.is(connector.destination.items('').length, 0)
})

testInPlace('without a way to count items nothing is posted and nothing recorded', async (place) => {
  await using connector = await service([referenceConnectorEntry])
  await configure(place, connector, false)
  expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0)
  expectEnded(await place.run(live, tokens), 3, 'no record: destination.items is missing')
  assert.is(connector.destination.items('').length, 0)
})

testInPlace('a connector that fails at the real destination gets a live record that says so', async (place) => {
  await using connector = await service([variantEntry, 'protocol-new-reference'])
  await configure(place, connector)
  expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0)
  await review(place, 'not_required', 'not_required')
  expectEnded(await place.run(live, tokens), 1, 'record failed')
  const run = await runOf(place, 'touchstone-out/records/1-note.short-immediate.json')
  assert.equal([run.result, run.cases_failed, run.approval_state_at_test], ['failed', 1, 'not_required'])
})

test.run()
