import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ledgerNames, type SignedBody } from './body.ts'
import { canonicalText } from './canonical.ts'
import { genesisHash } from './chain.ts'
import { checkpointText, makeCheckpoint } from './checkpoint.ts'
import { type Accepted, pae, payloadTypes, sealEnvelope, verifyEnvelope } from './envelope.ts'
import { exampleBodies, exampleControl, exampleReview, exampleRun } from './example.test.support.ts'
import { freshKey } from './keys.test.support.ts'
import { emptyRoot } from './merkle.ts'
import { RecordError } from './record-error.ts'
import { fromEnvelope, signBody, toEnvelope, verifyBody } from './signed-body.ts'

const runner = freshKey('runner')
const admin = freshKey('admin')
const ledger = freshKey('ledger')
const stranger = freshKey('runner')
const trusted = [runner.trusted, admin.trusted, ledger.trusted]

const record: Accepted = { payloadType: payloadTypes.record, role: 'runner' }
const text = canonicalText(exampleRun())
const good = sealEnvelope(runner.key, payloadTypes.record, text)

const refused = (envelope: unknown, message: RegExp, accepted = record): void =>
  assert.throws(
    () => verifyEnvelope(envelope, accepted, trusted),
    (error: unknown) => error instanceof RecordError && message.test(error.message),
  )

const checkpoint = checkpointText(
  makeCheckpoint(
    { origin: 'ledger-00000001', issued_at: '2026-11-21T10:00:00.000Z', previous_checkpoint_digest: '' },
    ledgerNames.map((name) => ({ ledger: name, size: 0, head: genesisHash, root: emptyRoot })),
  ),
)

test('what is signed is the DSSE encoding of type and payload', () => {
  assert.is(
    pae('http://example.com/HelloWorld', Buffer.from('hello world')).toString(),
    'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  )
  assert.is(pae('é', Buffer.from('é')).toString(), 'DSSEv1 2 é 2 é')
  const [signature] = good.signatures
  const public_ = createPublicKey(createPrivateKey(runner.key.privateKey.export({ type: 'pkcs8', format: 'pem' })))
  assert.ok(
    verify(null, pae(good.payloadType, Buffer.from(text)), public_, Buffer.from(signature?.sig ?? '', 'base64')),
  )
})

test('a good envelope gives the very bytes that were signed, and who signed them', () => {
  const verified = verifyEnvelope(JSON.parse(JSON.stringify(good)), record, trusted)
  assert.is(verified.text, text)
  assert.equal(verified.keys, [runner.trusted])
})

test('another type of payload is refused, whoever signed it', () => {
  refused({ ...good, payloadType: payloadTypes.checkpoint }, /payloadType/)
  refused({ ...good, payloadType: '' }, /payloadType/)
  refused(sealEnvelope(runner.key, payloadTypes.checkpoint, text), /payloadType/)
  refused(sealEnvelope(runner.key, 'application/vnd.in-toto+json', text), /payloadType/)
  refused(
    { ...sealEnvelope(runner.key, payloadTypes.checkpoint, text), payloadType: payloadTypes.record },
    /does not verify/,
  )
  refused(good, /payloadType/, { payloadType: payloadTypes.checkpoint, role: 'runner' })
})

test('a checkpoint is no record and a record is no checkpoint', () => {
  const sealed = sealEnvelope(ledger.key, payloadTypes.checkpoint, checkpoint)
  assert.is(verifyEnvelope(sealed, { payloadType: payloadTypes.checkpoint, role: 'ledger' }, trusted).text, checkpoint)
  refused(sealed, /payloadType/)
  refused({ ...sealed, payloadType: payloadTypes.record }, /trusted as runner/)
  assert.throws(
    () => verifyBody({ body: checkpoint, signatures: JSON.stringify(sealed.signatures) }, trusted),
    /ledger/,
  )
  assert.throws(() => toEnvelope({ body: text, signatures: '{}' }), /canonical JSON array/)
})

test('a key is believed in its role and in no other', () => {
  refused(sealEnvelope(admin.key, payloadTypes.record, text), /trusted as runner; this one is trusted as admin/)
  refused(sealEnvelope(ledger.key, payloadTypes.record, text), /trusted as ledger/)
  refused(good, /trusted as admin; this one is trusted as runner/, { ...record, role: 'admin' })
  for (const [body, right, wrong] of [
    [exampleRun(), runner, admin],
    [exampleReview(), admin, runner],
    [exampleControl(), admin, ledger],
  ] as const) {
    assert.equal(verifyBody(signBody(right.key, body), trusted).body, body)
    assert.throws(() => verifyBody(signBody(wrong.key, body), trusted), /trusted as/)
  }
})

test('a key on no list is refused, also under the id of one that is', () => {
  const foreign = sealEnvelope(stranger.key, payloadTypes.record, text)
  refused(foreign, /on no list/)
  refused(
    { ...foreign, signatures: foreign.signatures.map(({ sig }) => ({ keyid: runner.key.keyid, sig })) },
    /does not verify/,
  )
})

test('every signature counts, and no key counts twice', () => {
  const [first] = good.signatures
  const [foreign] = sealEnvelope(stranger.key, payloadTypes.record, text).signatures
  refused({ ...good, signatures: [] }, /at least one/)
  refused({ ...good, signatures: [first, first] }, /one of each/)
  refused({ ...good, signatures: [first, foreign] }, /on no list/)
})

test('a payload that was exchanged is refused', () => {
  const other = Buffer.from(text.replace('"result":"passed"', '"result":"failed"')).toString('base64')
  refused({ ...good, payload: other }, /does not verify/)
})

test('base64 has one spelling', () => {
  const bare = { ...good, payload: good.payload.replace(/=+$/, '') }
  if (bare.payload !== good.payload) refused(bare, /payload: expected base64/)
  refused({ ...good, payload: `${good.payload}\n` }, /payload: expected base64/)
  refused({ ...good, payload: good.payload.replaceAll('A', '-') }, /base64/)
  const [first] = good.signatures
  const sig = first?.sig ?? ''
  // 64 bytes leave four bits over, which decode to nothing.
  const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const spelled = `${sig.slice(0, -3)}${last[last.indexOf(sig.at(-3) ?? '') + 1]}==`
  assert.equal(Buffer.from(spelled, 'base64'), Buffer.from(sig, 'base64'))
  refused({ ...good, signatures: [{ ...first, sig: spelled }] }, /signatures: expected base64/)
})

test('what is not an envelope, or is more than one, is refused', () => {
  for (const value of [
    undefined,
    null,
    1,
    '',
    [],
    {},
    { ...good, more: 1 },
    { ...good, payload: 1 },
    { ...good, signatures: {} },
    { ...good, signatures: [{}] },
    { ...good, signatures: [{ ...good.signatures[0], cert: '' }] },
    [good],
  ]) {
    refused(value, /DSSE envelope/)
  }
})

test('what was signed and is not UTF-8 is refused', () => {
  const bytes = Buffer.from([0x7b, 0xff, 0x7d])
  const sig = sign(null, pae(payloadTypes.record, bytes), runner.key.privateKey).toString('base64')
  refused({ ...good, payload: bytes.toString('base64'), signatures: [{ keyid: runner.key.keyid, sig }] }, /UTF-8/)
})

test('bodies of every ledger survive the way through an envelope', () => {
  for (const body of exampleBodies()) {
    const signer = body.ledger === 'approval_review' || body.ledger === 'runtime_control' ? admin : runner
    const signed: SignedBody = signBody(signer.key, body)
    assert.equal(fromEnvelope(toEnvelope(signed)), signed)
    assert.equal(verifyBody(signed, trusted), { body, keys: [signer.trusted] })
  }
})

test('what is no valid body is not signed', () => {
  assert.throws(() => signBody(runner.key, exampleRun({ cases_inconclusive: 1 })), /cases_inconclusive: expected none/)
})

test('changed signatures beside a body are refused', () => {
  const signed = signBody(runner.key, exampleRun())
  for (const signatures of [
    '',
    '[]',
    `${signed.signatures} `,
    signed.signatures.replace('keyid', 'key'),
    '[null]',
    '{}',
  ]) {
    assert.throws(
      () => verifyBody({ ...signed, signatures }, trusted),
      (error: unknown) => error instanceof RecordError,
    )
  }
})

test.run()
