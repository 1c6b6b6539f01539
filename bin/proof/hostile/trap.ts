import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** Another origin, which nobody has any business with. */
export interface Trap extends AsyncDisposable {
  readonly url: string
  /** Everything that arrived; a connection counts even when nothing came over it. */
  readonly caught: readonly string[]
}

export async function setTrap(): Promise<Trap> {
  const caught: string[] = []
  const server = createServer((socket) => {
    const at = caught.push('a connection') - 1
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      caught[at] += ` ${chunk.toString('latin1')}`
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    caught,
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}
