import { test } from 'uvu'
import { sharedCluster, testWithPostgres } from '../postgres-cluster.test.support.ts'
import { storeConformance } from '../store-conformance.test.support.ts'
import { freshLedgers } from './fresh-ledgers.test.support.ts'

storeConformance(async () => freshLedgers(await sharedCluster()), testWithPostgres)

test.run()
