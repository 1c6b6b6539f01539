import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { freePortBelowEphemeral } from '../target/port.ts'
import { openPortGuard } from './port-guard.ts'

test('a port that is kept while its destination is down is free for nobody', async () => {
  const always = Math.random()
  const choose = (): Promise<number> => freePortBelowEphemeral(() => always)
  const kept = await choose()
  await using guard = await openPortGuard('127.0.0.1')
  await guard.engage(kept)
  const again = await choose().catch((error: Error) => error.message)
  assert.match(String(again), /^found no free port/)
})

test.run()
