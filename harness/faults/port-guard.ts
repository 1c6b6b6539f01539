import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

/**
 * Keeps a port that nobody listens on from being given to an outgoing connection of somebody else, and a connector that
 * connects to it from reaching itself. Best effort: a program that asks for this very port may still get it.
 *
 * Node cannot bind without listening, but a connection can have the port as its local one: to a listener of ours.
 */
export interface PortGuard extends AsyncDisposable {
  /** To be called once the port is free; does not tell whether it worked. */
  engage(port: number): Promise<void>
}

export async function openPortGuard(address: string): Promise<PortGuard> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.resume()
  })
  server.listen(0, address)
  await once(server, 'listening')
  let disengage = async (): Promise<void> => {}

  return {
    async engage(port) {
      const socket = connect({
        host: loopbackOf(address),
        port: (server.address() as AddressInfo).port,
        localAddress: address,
        localPort: port,
      })
      socket.on('error', () => {})
      const closed = new Promise((resolve) => socket.once('close', resolve))
      disengage = async () => {
        // By RST: an orderly end would leave the port in TIME_WAIT.
        socket.resetAndDestroy()
        await closed
      }
      await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
    },
    async [Symbol.asyncDispose]() {
      await disengage()
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}

const loopbackOf = (address: string): string => {
  if (address === '0.0.0.0') return '127.0.0.1'
  return address === '::' ? '::1' : address
}
