import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'uvu'
import { expectEnded, expectRefused, occupiedPort, testInPlace } from '../cli.test.support.ts'
import { initAdmin, prepare } from './service.test.support.ts'

testInPlace('what the service is given wrongly is said, and ends it with 2', async (place) => {
  await prepare(place)
  const ledger = ['--ledger', 'evidence.sqlite']
  expectRefused(await place.run(['service', ...ledger]), 'there is no ledger at')
  await place.run(['ledger', 'init', 'evidence.sqlite'])
  await using occupied = await occupiedPort()
  const busy = await place.run(['service', ...ledger, '--port', String(occupied.port)])
  expectEnded(busy, 2, `something already listens at 127.0.0.1:${occupied.port}`)
  expectRefused(await place.run(['service', ...ledger, '--port', '70000']), '--port takes')
  expectRefused(await place.run(['service', ...ledger, '--base', '/a/../b']), '--base takes')
  expectRefused(await place.run(['service', ...ledger, '--sources', 'no.yaml']), 'no.yaml: no such file')
  await place.write('bad.yaml', 'Board: x\n')
  expectRefused(await place.run(['service', ...ledger, '--source-catalogue', 'bad.yaml']), 'bad.yaml:1')
  expectRefused(await place.run(['service', 'token', ...ledger, '--scope', 'readiness:write']), '--scope takes')
  expectRefused(await place.run(['service', 'revoke', ...ledger]), 'exactly one of')
  expectRefused(await place.run(['service', 'revoke', ...ledger, '--token', 'none']), 'no such token')
})

testInPlace('no administrator comes without a password that somebody chose', async (place) => {
  await prepare(place)
  const name = ['service', 'init-admin', '--ledger', 'evidence.sqlite', '--name', 'alex']
  expectRefused(await place.run(name), 'there is no terminal to ask for the password')
  await place.write('short', 'short\n')
  await chmod(join(place.path, 'short'), 0o600)
  expectRefused(await place.run([...name, '--password-file', 'short']), 'at least 12 characters')
  await chmod(join(place.path, 'password'), 0o644)
  expectRefused(await place.run([...name, '--password-file', 'password']), 'others can read password')
  await chmod(join(place.path, 'password'), 0o600)
  expectEnded(await initAdmin(place, 'evidence.sqlite'), 0)
  expectRefused(await initAdmin(place, 'evidence.sqlite', '--add'), 'of the name alex already')
})

test.run()
