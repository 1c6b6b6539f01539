import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createSecretBook, type SecretBook } from '../checks/secret-book.ts'
import type { LogControl, ProcessControl } from '../target/index.ts'
import { logSearch } from './search-logs.ts'

const token = 'connector-token-0123456789'

const bookWithToken = (): SecretBook => {
  const book = createSecretBook()
  book.add('connector token', 'token', token)
  return book
}

/** Logs of these chunks, and what was done to them in order. */
function logsOf(chunks: readonly string[]): { readonly logs: LogControl; readonly done: string[] } {
  const done: string[] = []
  const logs = {
    kind: 'process',
    bytes: () => 0,
    complete: async () => void done.push('complete'),
    read: async (onChunk: (chunk: Uint8Array) => void) => {
      for (const chunk of chunks) onChunk(Buffer.from(chunk))
    },
  } as unknown as LogControl
  return { logs, done }
}

const running = (done: string[]): ProcessControl =>
  ({ running: true, terminate: async () => void done.push('terminate') }) as unknown as ProcessControl

test('a secret is found on the seam of two chunks', async () => {
  const { logs } = logsOf(['x'.repeat(5 * 1024 * 1024) + token.slice(0, 9), `${token.slice(9)} and more`])
  const leaks = await logSearch(logs, undefined, bookWithToken())(['connector token'])
  assert.equal(
    leaks.map(({ name, encoding }) => [name, encoding]),
    [['token', 'plain']],
  )
})

test('the connector is ended once, before the log is read to its end', async () => {
  const { logs, done } = logsOf(['nothing'])
  const search = logSearch(logs, running(done), bookWithToken())
  assert.equal(await search(['connector token']), [])
  await search([])
  assert.equal(done, ['terminate', 'complete'])
})

test('a connector that is not ours is not ended', async () => {
  const { logs, done } = logsOf([token])
  assert.is((await logSearch(logs, undefined, bookWithToken())(['connector token'])).length, 1)
  assert.equal(done, ['complete'])
})

test.run()
