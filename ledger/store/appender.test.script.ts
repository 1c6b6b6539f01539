import process from 'node:process'
import { openStore } from './open-store.ts'
import { bodyOf, samples } from './sample-bodies.test.support.ts'

// `node appender.test.script.js URL SEED COUNT`: appends runs one by one, and prints the id of each that is kept.
const [, , url = '', seed = '', count = ''] = process.argv
const sample = samples(Number(seed), 0)
await using store = await openStore(url)
for (let left = Number(count); left > 0; left -= 1) {
  const run = sample.run()
  await store.append([run])
  process.stdout.write(`${bodyOf(run[0]).id}\n`)
}
