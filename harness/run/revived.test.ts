import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { answerOf, silenceOf } from '../checks/exchange.test.support.ts'
import { StartError } from '../target/index.ts'
import type { Exchange } from '../wire/exchange.ts'
import { revived } from './revived.ts'

const ready = answerOf(200, { status: 'ready' }, '/v1/health')
const hangs = silenceOf('timed out', '/v1/health')

/** Whether a connector is revived whose health comes out so after each number of starts; a `StartError` for one that fails. */
async function reviving(
  after: readonly (Exchange | 'fails')[],
  owned = true,
): Promise<{ readonly is: boolean; readonly starts: number }> {
  let starts = 0
  const process = {
    async restart() {
      starts += 1
      if (after[starts] === 'fails') throw new StartError('it did not answer')
    },
  }
  const is = await revived({
    process: owned ? process : undefined,
    async health() {
      const now = after[starts] ?? hangs
      return now === 'fails' ? hangs : now
    },
    withinMs: 20,
    signal: new AbortController().signal,
  })
  return { is, starts }
}

test('a ready connector is left alone', async () => {
  assert.equal(await reviving([ready]), { is: true, starts: 0 })
})

test('one that hangs is started anew, again where it does not come up or stays unready', async () => {
  assert.equal(await reviving([hangs, ready]), { is: true, starts: 1 })
  assert.equal(await reviving([hangs, 'fails', hangs, ready]), { is: true, starts: 3 })
})

test('it is given up in the end, and at once where it is not ours', async () => {
  assert.equal(await reviving([hangs]), { is: false, starts: 3 })
  assert.equal(await reviving([hangs], false), { is: false, starts: 0 })
})

test.run()
