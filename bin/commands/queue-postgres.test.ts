import { test } from 'uvu'
import { sharedCluster, testWithPostgres } from '../../ledger/store/postgres-cluster.test.support.ts'
import { testInPlace } from '../cli.test.support.ts'
import { carriedAndRefused } from './queue.test.support.ts'

testInPlace(
  'a publish that is queued on PostgreSQL is carried, and refused once its provider is disabled',
  async (place) => {
    const cluster = await sharedCluster()
    await carriedAndRefused(place, cluster.url(await cluster.createDatabase()))
  },
  testWithPostgres,
)

test.run()
