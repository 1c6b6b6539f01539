import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openFingerprintKey, readFingerprintKey } from './fingerprint-key.ts'
import { temporaryFolder } from './folder.test.support.ts'
import { RecordError } from './record-error.ts'
import { createSigningKey, readSigningKey } from './signing-key.ts'
import { parseTrustedKeys, readTrustedKeys, trustedKeysText, trustKey } from './trusted-keys.ts'

const refused = async (act: Promise<unknown>, message: RegExp): Promise<void> => {
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.instance(error, RecordError)
  assert.match((error as RecordError).message, message)
}

test('a fingerprint key is made on first use, for its owner alone, and found again', async () => {
  await using folder = await temporaryFolder()
  const file = folder.at('deeper/fingerprint.key')
  await refused(readFingerprintKey(file), /cannot be read \(ENOENT\)/)
  const first = await openFingerprintKey(file)
  const second = await openFingerprintKey(file)
  assert.ok(first.created)
  assert.not(second.created)
  assert.is(second.key.id, first.key.id)
  assert.ok(second.key.secret.equals(first.key.secret))
  assert.is((await stat(file)).mode & 0o777, 0o600)
  assert.equal(await readdir(folder.at('deeper')), ['fingerprint.key'])
})

test('those who want a key at the same time get the same one', async () => {
  await using folder = await temporaryFolder()
  const all = await Promise.all(Array.from({ length: 20 }, () => openFingerprintKey(folder.at('key'))))
  assert.is(all.filter(({ created }) => created).length, 1)
  assert.is(new Set(all.map(({ key }) => key.id)).size, 1)
})

test('a key that others can read, or that is none, is not used', async () => {
  await using folder = await temporaryFolder()
  const file = folder.at('key')
  await openFingerprintKey(file)
  await chmod(file, 0o640)
  await refused(openFingerprintKey(file), /others can read .*chmod 600/)
  for (const text of ['', 'abc', `${'a'.repeat(63)}\n`, `${'A'.repeat(64)}\n`, 'a'.repeat(65)]) {
    await writeFile(folder.at('bad'), text, { mode: 0o600 })
    await refused(openFingerprintKey(folder.at('bad')), /not a fingerprint key/)
    assert.is(await readFile(folder.at('bad'), 'utf8'), text)
  }
})

test('a signing key is PKCS 8 in PEM, for its owner alone, and is never overwritten', async () => {
  await using folder = await temporaryFolder()
  const { file, key, trusted } = await createSigningKey(folder.at('keys'), 'runner')
  assert.is(file, folder.at('keys/runner.pem'))
  assert.is((await stat(file)).mode & 0o777, 0o600)
  const text = await readFile(file, 'utf8')
  assert.match(text, /^-----BEGIN PRIVATE KEY-----\n/)
  assert.is((await readSigningKey(file)).keyid, key.keyid)
  assert.is(trusted.keyid, key.keyid)
  await refused(createSigningKey(folder.at('keys'), 'runner'), /already/)
  assert.is(await readFile(file, 'utf8'), text)
})

test('what is no Ed25519 key is not used, and the message does not quote it', async () => {
  await using folder = await temporaryFolder()
  await writeFile(folder.at('bad.pem'), 'sk_live_51H8xKq2eZvKYlo2C', { mode: 0o600 })
  await refused(readSigningKey(folder.at('bad.pem')), /^[^ ]+bad\.pem is not an Ed25519 private key in PEM$/)
  await refused(readSigningKey(folder.at('none.pem')), /ENOENT/)
})

test('where no file can be made there is a message', async () => {
  await using folder = await temporaryFolder()
  await writeFile(folder.at('file'), '')
  await refused(openFingerprintKey(folder.at('file/key')), /cannot be created \(E/)
  await refused(createSigningKey(folder.at('file'), 'runner'), /cannot be created \(E/)
})

test('a key that could not be kept is not trusted either', async () => {
  await using folder = await temporaryFolder()
  const list = folder.at('trusted.json')
  const { trusted } = await createSigningKey(folder.at('keys'), 'runner', undefined, list)
  await refused(createSigningKey(folder.at('keys'), 'runner', undefined, list), /already/)
  await refused(createSigningKey(list, 'admin', undefined, list), /cannot be created \(E/)
  assert.equal(
    (await readTrustedKeys(list)).map(({ keyid }) => keyid),
    [trusted.keyid],
  )
})

test('a list of trusted keys is read as it was written, with notes', async () => {
  await using folder = await temporaryFolder()
  const file = folder.at('trusted.json')
  const runner = await createSigningKey(folder.at('keys'), 'runner', 'test-only')
  const admin = await createSigningKey(folder.at('keys'), 'admin')
  await trustKey(file, runner.trusted)
  await trustKey(file, admin.trusted)
  await trustKey(file, admin.trusted)
  const keys = await readTrustedKeys(file)
  assert.equal(
    keys.map(({ keyid, role, note }) => [keyid, role, note]),
    [
      [runner.key.keyid, 'runner', 'test-only'],
      [admin.key.keyid, 'admin', undefined],
    ],
  )
  assert.ok(keys[0]?.publicKey.equals(runner.trusted.publicKey))
  assert.not.match(await readFile(file, 'utf8'), /PRIVATE/)
  await refused(trustKey(file, { ...runner.trusted, role: 'admin' }), /trusted as runner already/)
  await refused(readTrustedKeys(folder.at('none.json')), /ENOENT/)
})

test('a list that is not one, or that says two things of a key, is refused', async () => {
  await using folder = await temporaryFolder()
  const { trusted } = await createSigningKey(folder.at('keys'), 'runner')
  const other = await createSigningKey(folder.at('other'), 'runner')
  const good = trustedKeysText([trusted])
  assert.is(parseTrustedKeys(good, 'list').length, 1)
  const bad: readonly (readonly [string, RegExp])[] = [
    ['', /not JSON/],
    ['{}', /not a list/],
    [good.replace('"keys"', '"more": 1, "keys"'), /not a list/],
    [good.replace('"runner"', '"boss"'), /not a list/],
    [good.replace('/1"', '/2"'), /not a list/],
    [trustedKeysText([trusted, trusted]), /stands twice/],
    [trustedKeysText([trusted, { ...trusted, role: 'admin' }]), /stands twice/],
    [trustedKeysText([{ ...trusted, keyid: other.trusted.keyid }]), /keyid is not the digest/],
    [good.replace(/"public_key": "[^"]+"/, '"public_key": "AAAA"'), /not an Ed25519/],
  ]
  for (const [text, message] of bad) {
    assert.throws(
      () => parseTrustedKeys(text, 'list'),
      (error: unknown) => error instanceof RecordError && message.test(error.message),
      text,
    )
  }
})

test.run()
