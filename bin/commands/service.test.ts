import { test } from 'uvu'
import { testInPlace } from '../cli.test.support.ts'
import { twoServices } from './service.test.support.ts'

testInPlace('two services on one SQLite ledger agree, and end when told to', (place) =>
  twoServices(place, 'evidence.sqlite'),
)

test.run()
