import { once } from 'node:events'
import { createServer, request as requestTo } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Destination, startDestination } from '../../../fixtures/index.ts'
import { destinationToken } from '../../../fixtures/testing.test.support.ts'

/** A destination that makes an item of every write, behind something that can keep its answers. */
export interface Passage extends AsyncDisposable {
  readonly url: string
  readonly destination: Destination
  /** The next write is done, and its answer never comes. Resolves when it is done. */
  holdNext(): Promise<void>
}

export async function passage(): Promise<Passage> {
  const destination = await startDestination({ token: destinationToken, unique: false })
  let held: (() => void) | undefined
  const server = createServer((asked, response) => {
    const done = asked.method === 'GET' ? undefined : held
    if (done) held = undefined
    // Not `fetch`: where undici is loaded, Node's own takes its connections from there, and bodies do not arrive.
    const onward = requestTo(destination.url + asked.url, { method: asked.method, headers: asked.headers })
    onward.on('error', () => response.destroy())
    onward.on('response', (answer) => {
      if (done) return void answer.resume().on('end', done)
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    asked.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    destination,
    holdNext: () => new Promise((resolve) => (held = resolve)),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await destination.close()
    },
  }
}
