import { execFileSync } from 'node:child_process'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'uvu'
import { sharedCluster, startCluster, testWithPostgres } from '../../ledger/store/postgres-cluster.test.support.ts'
import { expectEnded, expectRefused, testInPlace } from '../cli.test.support.ts'
import { twoServices } from './service.test.support.ts'

testInPlace(
  'two services on one PostgreSQL database agree, and end when told to',
  async (place) => {
    const cluster = await sharedCluster()
    await twoServices(place, cluster.url(await cluster.createDatabase()))
  },
  testWithPostgres,
)

testInPlace(
  'a server that goes away in the middle of a command is said in one line',
  async (place) => {
    await using cluster = await startCluster()
    const ledger = cluster.url(await cluster.createDatabase())
    expectEnded(await place.run(['ledger', 'init', ledger]), 0)
    // Whoever opens it to be read waits until it is opened to be written.
    const password = join(place.path, 'password')
    execFileSync('mkfifo', ['-m', '600', password])
    const adding = place.start([
      'service',
      'init-admin',
      '--ledger',
      ledger,
      '--name',
      'alex',
      '--password-file',
      password,
    ])
    const written = await open(password, 'w')
    await cluster.stop()
    await written.writeFile('correct horse battery\n')
    await written.close()
    expectRefused(await adding.ended, 'no server answers there')
  },
  testWithPostgres,
)

test.run()
