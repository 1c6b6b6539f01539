import type { Link } from './connect.ts'

/** Keep-alive connections between two requests. One that the connector closes, or speaks on unasked, leaves the pool. */
export interface IdleLinks extends Disposable {
  readonly size: number
  keep(link: Link): void
  /** Takes one that is still open. */
  take(): Link | undefined
}

export function idleLinks(): IdleLinks {
  const idle = new Map<Link, () => void>()

  const release = (link: Link): void => {
    const leave = idle.get(link)
    if (leave === undefined) return
    idle.delete(link)
    link.socket.off('data', leave).off('end', leave).off('close', leave)
  }

  return {
    get size() {
      return idle.size
    },
    keep(link) {
      const leave = (): void => {
        release(link)
        link.drop()
      }
      idle.set(link, leave)
      link.socket.on('data', leave).on('end', leave).on('close', leave)
      if (link.socket.destroyed || link.socket.readableEnded) leave()
    },
    take() {
      const [link] = idle.keys()
      if (link !== undefined) release(link)
      return link
    },
    [Symbol.dispose]() {
      for (const link of idle.keys()) {
        release(link)
        link.drop()
      }
    },
  }
}
