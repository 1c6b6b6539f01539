import { connect } from 'node:net'

const answerWithinMs = 1_000

/** Whether a connection to this URL is refused (for `unix:` also: no such socket). A connection that hangs is not refused. */
export const connectionRefused = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = url.startsWith('unix:') ? connect(url.slice('unix:'.length)) : connect(portAndHost(url))
    const settle = (refused: boolean): void => {
      socket.destroy()
      resolve(refused)
    }
    socket.setTimeout(answerWithinMs, () => settle(false))
    socket.once('connect', () => settle(false))
    socket.once('error', (error: NodeJS.ErrnoException) =>
      settle(error.code === 'ECONNREFUSED' || error.code === 'ENOENT'),
    )
  })

const portAndHost = (url: string): { readonly host: string; readonly port: number } => {
  const { hostname, port, protocol } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (protocol === 'https:' ? 443 : 80)) }
}
