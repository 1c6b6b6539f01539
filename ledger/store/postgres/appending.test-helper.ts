import process from 'node:process'
import { samples } from '../sample-bodies.test.support.ts'
import { openPostgres } from './open-postgres.ts'

// Appends runs until it is killed, and says after each that it is kept. Started by concurrency.test.ts.
const [, , url = '', seed = '0'] = process.argv
await using store = await openPostgres(url, { connections: 1 })
const sample = samples(Number(seed))
for (;;) {
  await store.append([sample.run()])
  process.send?.('kept')
}
