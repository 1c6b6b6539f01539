import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { CertificationCheckBody, CertificationRunBody } from './body.ts'
import { canonicalText } from './canonical.ts'
import { checksDigest, subjectDigest } from './digests.ts'
import { type Envelope, payloadTypes, sealEnvelope } from './envelope.ts'
import { exampleChecks, exampleReview, exampleRun } from './example.test.support.ts'
import { freshKey } from './keys.test.support.ts'
import { bodiesOf, readRecordFile, recordFileText } from './record-file.ts'
import { fromEnvelope, signBody } from './signed-body.ts'
import type { SigningKey } from './signing-key.ts'
import { type Finding, verifyRecordFile } from './verify-record.ts'

const runner = freshKey('runner')
const admin = freshKey('admin')
const trusted = [runner.trusted, admin.trusted]
const now = '2026-11-22T00:00:00.000Z'

/** A file of these bodies whether they are valid or not. */
const fileOf = (
  run: object,
  checks: readonly object[],
  key: SigningKey = runner.key,
  type: string = payloadTypes.record,
): string => {
  const sealed = (body: object): Envelope => sealEnvelope(key, type, canonicalText(body))
  const text = recordFileText(
    fromEnvelope(sealed(run)),
    checks.map((check) => fromEnvelope(sealed(check))),
  )
  return text.replaceAll(payloadTypes.record, type)
}

const good = fileOf(exampleRun(), exampleChecks())

const failing = (text: string, at = now, keys = trusted): readonly Finding['what'][] =>
  verifyRecordFile(text, keys, at)
    .filter(({ ok }) => !ok)
    .map(({ what }) => what)

/** The file with one body changed and signed again by the same key: what only a runner could do. */
const resigned = (run: Partial<CertificationRunBody>, check: Partial<CertificationCheckBody> = {}): string =>
  fileOf(
    { ...exampleRun(), ...run },
    exampleChecks().map((each, i) => (i === 0 ? { ...each, ...check } : each)),
  )

test('a good record is found good in every respect, and says who signed it', () => {
  const findings = verifyRecordFile(good, trusted, now)
  assert.equal(
    findings.map(({ what, ok }) => [what, ok]),
    [
      ['file', true],
      ['bodies', true],
      ['whole', true],
      ['signatures', true],
      ['time', true],
      ['secrets', true],
    ],
  )
  assert.match(findings[3]?.says ?? '', `runner ${runner.key.keyid.slice(0, 23)}`)
  assert.match(verifyRecordFile(good, [{ ...runner.trusted, note: 'test-only' }], now)[3]?.says ?? '', '(test-only)')
})

test('a record holds the run and its checks as a ledger takes them', () => {
  const [run, ...checks] = bodiesOf(readRecordFile(good))
  assert.equal(run, signBody(runner.key, exampleRun()))
  assert.equal(
    checks,
    exampleChecks().map((check) => signBody(runner.key, check)),
  )
})

test('one bit flipped, anywhere in the file, is noticed', () => {
  const bytes = Buffer.from(good)
  const from = good.indexOf('"payload"') + 12
  const to = good.indexOf('"signatures"')
  const end = good.indexOf('"payloadType"', good.indexOf('"checks"'))
  // Every byte from the beginning of the file to that of the second envelope, but of payloads, as of the other envelopes,
  // every 37th; the bit changes from byte to byte.
  const isTried = (i: number): boolean => i % 37 === 0 || i > bytes.length - 40 || (i < end && !(i >= from && i < to))
  for (let i = 0; i < bytes.length; i++) {
    if (!isTried(i)) continue
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(i) ^ (1 << (i % 8)), i)
    assert.is.not(failing(flipped.toString('latin1')).length, 0, `byte ${i}`)
  }
})

test('a byte that is missing, added or doubled is noticed', () => {
  for (let i = 0; i <= good.length; i += 71) {
    assert.equal(failing(good.slice(0, i) + good.slice(i + 1)).length > 0, i < good.length)
    assert.ok(failing(`${good.slice(0, i)} ${good.slice(i)}`).length > 0)
  }
  assert.equal(failing(good.slice(0, -1)), ['file'])
  assert.equal(failing(''), ['file'])
  assert.equal(failing(good + good), ['file'])
})

test('keys of the file that are reordered or doubled are noticed', () => {
  const { schema, run, checks } = JSON.parse(good) as { schema: string; run: Envelope; checks: readonly Envelope[] }
  const render = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
  assert.is(render({ schema, run, checks }), good)
  assert.equal(failing(render({ run, schema, checks })), ['file'])
  assert.equal(
    failing(
      render({
        schema,
        run: { payload: run.payload, payloadType: run.payloadType, signatures: run.signatures },
        checks,
      }),
    ),
    ['file'],
  )
  assert.equal(failing(render({ schema, run, checks, more: 1 })), ['file'])
  assert.equal(failing(good.replace('  "schema"', '  "schema": "touchstone/record/1",\n  "schema"')), ['file'])
  assert.equal(failing(`${JSON.stringify({ schema, run, checks })}\n`), ['file'])
})

test('keys of a signed body that are reordered or doubled are noticed', () => {
  const spelled = (change: (text: string) => string): string => {
    const envelope = sealEnvelope(runner.key, payloadTypes.record, change(canonicalText(exampleRun())))
    return recordFileText(
      fromEnvelope(envelope),
      exampleChecks().map((check) => signBody(runner.key, check)),
    )
  }
  assert.is(
    spelled((text) => text),
    good,
  )
  assert.equal(failing(spelled((text) => text.replace(/,"v":1\}$/, '}').replace('{', '{"v":1,'))), ['bodies'])
  assert.equal(failing(spelled((text) => text.replace('"result":"passed"', '"result":"failed","result":"passed"'))), [
    'bodies',
  ])
  assert.equal(failing(spelled((text) => text.replace(',', ', '))), ['bodies'])
})

test('another key, a key on no list and a key of another role are noticed', () => {
  assert.equal(failing(fileOf(exampleRun(), exampleChecks(), freshKey('runner').key)), ['signatures'])
  assert.equal(failing(fileOf(exampleRun(), exampleChecks(), admin.key)), ['signatures'])
  assert.equal(failing(good, now, []), ['signatures'])
  assert.equal(failing(good, now, [{ ...runner.trusted, role: 'admin' }]), ['signatures'])
})

test('another type of payload is noticed, signed or not', () => {
  assert.equal(failing(good.replace(payloadTypes.record, payloadTypes.checkpoint)), ['signatures'])
  assert.equal(failing(fileOf(exampleRun(), exampleChecks(), runner.key, payloadTypes.checkpoint)), ['signatures'])
  assert.equal(failing(fileOf(exampleRun(), exampleChecks(), runner.key, 'application/vnd.in-toto+json')), [
    'signatures',
  ])
})

test('an expired record, and one from the future, is noticed', () => {
  assert.equal(failing(good, '2027-01-20T09:59:59.999Z'), [])
  assert.equal(failing(good, '2027-01-20T10:00:00.000Z'), ['time'])
  assert.equal(failing(good, '2026-11-21T10:00:00.000Z'), ['time'])
})

test('another subject is noticed, though a runner signed it', () => {
  assert.equal(failing(resigned({ account_kind: 'business' })), ['bodies'])
  const other = { ...exampleRun(), operation: 'publish_scheduled' } as const
  assert.equal(failing(resigned({ operation: 'publish_scheduled', subject_digest: subjectDigest(other) })), ['whole'])
})

test('checks of another run are noticed, though a runner signed them', () => {
  const other = exampleChecks('run-00000002')
  assert.equal(failing(fileOf(exampleRun(), other)), ['whole'])
  assert.equal(failing(fileOf(exampleRun({}, other), other)), ['whole'])
  assert.equal(failing(fileOf(exampleRun(), exampleChecks().slice(1))), ['whole'])
  assert.equal(failing(fileOf(exampleReview(), exampleChecks())), ['bodies'])
  assert.equal(failing(fileOf(exampleRun(), [...exampleChecks(), exampleRun()])), ['bodies'])
})

test('every field of the run and of a check that is changed is noticed, though the payload alone was changed', () => {
  const file = readRecordFile(good)
  for (const [index, body] of [exampleRun(), ...exampleChecks()].entries()) {
    for (const [key, value] of Object.entries(body)) {
      const other = Array.isArray(value)
        ? ['other', ...value.slice(1)]
        : typeof value === 'number'
          ? value + 1
          : `${String(value)}x`
      const payload = Buffer.from(canonicalText({ ...body, [key]: other })).toString('base64')
      const envelopes = [file.run, ...file.checks].map((each, i) => (i === index ? { ...each, payload } : each))
      const [run, ...checks] = envelopes.map(fromEnvelope)
      if (!run) throw new Error('no run')
      assert.is.not(failing(recordFileText(run, checks)).length, 0, `${body.ledger} ${key}`)
    }
  }
})

test('a result that does not follow is noticed, though a runner signed it', () => {
  assert.equal(failing(resigned({ result: 'failed' })), ['whole'])
  const [first, ...rest] = exampleChecks()
  if (!first) throw new Error('no check')
  const failed = [{ ...first, outcome: 'failed', error_class: 'refused', cases_failed: 1 } as const, ...rest]
  const run = exampleRun({}, failed)
  assert.is(run.checks_digest, checksDigest(failed))
  assert.equal(failing(fileOf(run, failed)), ['whole'])
  assert.equal(failing(fileOf({ ...run, result: 'failed' }, failed)), [])
})

test('a word that looks like a secret is noticed, though everything else is right', () => {
  const run = exampleRun({ granted_scopes: ['alice@example.com', 'https://social.example/alice'] })
  const [last] = verifyRecordFile(fileOf(run, exampleChecks()), trusted, now).toReversed()
  assert.equal(last, {
    what: 'secrets',
    ok: false,
    says: 'granted_scopes: looks like an e-mail address; granted_scopes: looks like a URL',
  })
})

test.run()
