import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { freePortBelowEphemeral } from '../target/port.ts'
import { openPortGuard } from './port-guard.ts'

/** Chooses this port first, and any other after it. */
function firstly(port: number): () => number {
  let asked = 0
  return () => (asked++ === 0 ? (port - 10_000 + 0.5) / (32_768 - 10_000) : Math.random())
}

test('a port that is kept while its destination is down is free for nobody', async () => {
  const kept = await freePortBelowEphemeral(Math.random)
  assert.is(await freePortBelowEphemeral(firstly(kept)), kept)
  await using guard = await openPortGuard('127.0.0.1')
  await guard.engage(kept)
  assert.is.not(await freePortBelowEphemeral(firstly(kept)), kept)
})

test.run()
