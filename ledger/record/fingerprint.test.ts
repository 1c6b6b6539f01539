import { createHash, createHmac } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { canonicalText } from './canonical.ts'
import { exampleKey, exampleRun } from './example.test.support.ts'
import { fingerprintKey, fingerprints, operatorRef } from './fingerprint.ts'
import {
  accountReferenceHash,
  appFingerprint,
  instanceFingerprint,
  operatorRef as plainOperatorRef,
} from './interop.ts'
import { RecordError } from './record-error.ts'

const ours = fingerprints(exampleKey)
const account = { account_id: '1234567', provider: 'example-blog', workspace_id: 'w-1' }

test('the same thing has the same fingerprint, another thing, another kind and another key have another', () => {
  assert.is(ours.account(account), ours.account({ ...account }))
  const all = [
    ours.account(account),
    ...Object.keys(account).map((field) => ours.account({ ...account, [field]: 'other' })),
    ours.account({ ...account, account_id: 'example-blog', provider: '1234567' }),
    ours.app({ provider: 'example-blog', app: '1234567' }),
    ours.externalResult({ external_id: '1234567', operation_id: 'w-1', provider: 'example-blog' }),
    ours.instance('https://social.example'),
    fingerprints(fingerprintKey(new Uint8Array(32))).account(account),
  ]
  assert.is(new Set(all).size, all.length)
  for (const each of all) assert.match(each, /^sha256:[0-9a-f]{64}$/)
})

test('a fingerprint is the keyed hash of its kind and value, so that equal values of two kinds differ', () => {
  const hmac = (kind: string, json: string): string =>
    createHmac('sha256', new Uint8Array(32).fill(7)).update(`evidence-fp/v1\n${kind}\n${json}`).digest('hex')
  const json = '{"account_id":"1234567","provider":"example-blog","workspace_id":"w-1"}'
  assert.is(ours.account(account), `sha256:${hmac('account', json)}`)
  assert.is(ours.instance('https://social.example'), `sha256:${hmac('instance', '"https://social.example"')}`)
  assert.is(operatorRef(exampleKey, 'https://social.example').slice(-64), hmac('operator', '"https://social.example"'))
})

test('what a caller adds does not change a fingerprint', () => {
  assert.is(ours.account({ ...account, username: 'alice' } as typeof account), ours.account(account))
})

test('of an instance only the origin counts, in one spelling', () => {
  const expected = ours.instance('https://xn--bcher-kva.example')
  for (const url of [
    'https://Bücher.example/',
    'https://bücher.example:443',
    'HTTPS://BÜCHER.EXAMPLE/@alice?a=1#b',
    'https://user:pass@bücher.example',
  ]) {
    assert.is(ours.instance(url), expected)
  }
  assert.is.not(ours.instance('http://bücher.example'), expected)
  assert.is.not(ours.instance('https://bücher.example:8443'), expected)
  for (const url of ['', 'social.example', 'mailto:alice@example.com', 'file:///etc/hosts']) {
    assert.throws(
      () => ours.instance(url),
      (error: unknown) => error instanceof RecordError && !error.message.includes(url || '?'),
    )
  }
})

test('an operator is referred to by key and name, however the name is typed', () => {
  assert.match(operatorRef(exampleKey, 'Zoë'), new RegExp(`^operator:hmac-sha256:${exampleKey.id}:[0-9a-f]{64}$`))
  assert.is(operatorRef(exampleKey, ' Zoe\u0308 '), operatorRef(exampleKey, 'Zoë'))
  assert.is.not(operatorRef(exampleKey, 'zoë'), operatorRef(exampleKey, 'Zoë'))
})

test('the id of a key is not the key, nor its plain hash', () => {
  const bytes = new Uint8Array(32).fill(9)
  assert.is(
    fingerprintKey(bytes).id,
    createHash('sha256').update('evidence-fp-kid/v1\n').update(bytes).digest('hex').slice(0, 16),
  )
  assert.not.match(JSON.stringify(fingerprintKey(bytes)), Buffer.from(bytes).toString('hex'))
  assert.throws(() => fingerprintKey(new Uint8Array(31)), /32 bytes/)
})

/** What somebody without the key can compute of a value, by every recipe in use and by those of the fingerprints but the key. */
function guesses(value: string, provider: string, kid: string): readonly string[] {
  const structures = [
    value,
    JSON.stringify(value),
    JSON.stringify({ account_id: value, provider, workspace_id: 'w-1' }),
    JSON.stringify({ app: value, provider }),
  ]
  const kinds = ['app', 'instance', 'account', 'external_result', 'operator']
  const preimages = structures.flatMap((each) => [
    each,
    ...kinds.flatMap((kind) => [`evidence-fp/v1\n${kind}\n${each}`, `${kid}evidence-fp/v1\n${kind}\n${each}`]),
  ])
  const plain = preimages.map((each) => createHash('sha256').update(each).digest('hex'))
  const interop = [
    accountReferenceHash({ workspace_id: 'w-1', account_id: value, provider }),
    appFingerprint({ provider, client_id: value, redirect_uri: '', instance_url: '' }),
    instanceFingerprint(value),
    plainOperatorRef(value),
  ]
  return [...plain, ...interop.map((each) => each.slice(-64))]
}

test('who tries every value without the key finds none in a record; with plain hashes, all', () => {
  const truth = { account: '471', operator: 'Ada Lovelace', app: 'main', instance: 'https://social.example' }
  const accounts = Array.from({ length: 1000 }, (_, i) => String(i))
  const dictionary = [
    ...accounts,
    'Ada Lovelace',
    'Grace Hopper',
    'main',
    'test',
    'https://social.example',
    'https://example.social',
  ]
  const found = (text: string): readonly string[] =>
    dictionary.filter((value) => guesses(value, 'example-blog', exampleKey.id).some((hash) => text.includes(hash)))

  const run = exampleRun({
    account_fingerprint: ours.account({ ...account, account_id: truth.account }),
    app_fingerprint: ours.app({ provider: 'example-blog', app: truth.app }),
    instance_fingerprint: ours.instance(truth.instance),
    operator_ref: operatorRef(exampleKey, truth.operator),
  })
  assert.equal(found(canonicalText(run)), [])

  const unkeyed = {
    account_fingerprint: accountReferenceHash({ ...account, account_id: truth.account }),
    instance_fingerprint: instanceFingerprint(truth.instance),
    operator_ref: plainOperatorRef(truth.operator),
    app_fingerprint: appFingerprint({
      provider: 'example-blog',
      client_id: truth.app,
      redirect_uri: '',
      instance_url: '',
    }),
  }
  assert.equal(found(JSON.stringify(unkeyed)).toSorted(), Object.values(truth).toSorted())
})

test.run()
