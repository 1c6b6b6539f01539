import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { RecordError, type Role } from '../../ledger/record/index.ts'
import { openSigningKey, trustedKeys } from './keys-folder.ts'

async function temporary(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'keys-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

test('whoever opens keys at once has the same key of a role, finds it listed, and takes no other one off', async () => {
  await using folder = await temporary()
  const keys = join(folder.path, 'keys')
  const roles: readonly Role[] = ['admin', 'admin', 'runner', 'admin', 'ledger', 'runner']
  const opened = await Promise.all(
    roles.map(async (role) => {
      const { keyid } = await openSigningKey(keys, role)
      const listed = await trustedKeys(keys, undefined)
      assert.ok(listed.some((each) => each.keyid === keyid && each.role === role))
      return `${role} ${keyid}`
    }),
  )
  const listed = await trustedKeys(keys, undefined)
  assert.equal(listed.map(({ role, keyid }) => `${role} ${keyid}`).toSorted(), [...new Set(opened)].toSorted())
  assert.is(listed.length, 3)
})

test('where no key can be made there is a message', async () => {
  await using folder = await temporary()
  const file = join(folder.path, 'file')
  await writeFile(file, '')
  const error = await openSigningKey(file, 'admin').catch((thrown: unknown) => thrown)
  assert.instance(error, RecordError)
  assert.match(String(error), /no key can be made in .*file \(E/)
})

test.run()
