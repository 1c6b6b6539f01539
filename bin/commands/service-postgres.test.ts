import { test } from 'uvu'
import { sharedCluster, testWithPostgres } from '../../ledger/store/postgres-cluster.test.support.ts'
import { testInPlace } from '../cli.test.support.ts'
import { twoServices } from './service.test.support.ts'

testInPlace(
  'two services on one PostgreSQL database agree, and end when told to',
  async (place) => {
    const cluster = await sharedCluster()
    await twoServices(place, cluster.url(await cluster.createDatabase()))
  },
  testWithPostgres,
)

test.run()
