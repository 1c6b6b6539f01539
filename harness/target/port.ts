import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

const lowest = 10_000
const tries = 200

/**
 * A port of 127.0.0.1 that is free now and that no outgoing connection is given while its owner is down: below the
 * ephemeral range, or above it where there is no room below.
 */
export const freePortBelowEphemeral = async (random: () => number): Promise<number> => {
  const { low, high } = ephemeralRange()
  const [from, to] = low > lowest ? [lowest, low] : [high + 1, 65_536]
  const used = connections()
  for (let tried = 0; tried < tries; tried++) {
    const port = from + Math.floor(random() * (to - from))
    if (port < 65_536 && !haveLocalPort(used, port) && (await isFree(port))) return port
  }
  throw new Error(`found no free port between ${from} and ${to - 1}`)
}

/** Whether the system may give this port to any outgoing connection. */
export const isEphemeral = (port: number): boolean => {
  const { low, high } = ephemeralRange()
  return port >= low && port <= high
}

const ephemeralRange = (): { readonly low: number; readonly high: number } => {
  try {
    const [low, high] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'latin1').trim().split(/\s+/).map(Number)
    if (low !== undefined && high !== undefined && low < high) return { low, high }
  } catch {
    // Not Linux.
  }
  return { low: 32_768, high: 65_535 }
}

/**
 * The tables of all connections, where the system has such. The port of somebody who is down for a moment may be held by a
 * connection alone, and could be listened on.
 */
const connections = (): readonly string[] =>
  ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => {
    try {
      return [readFileSync(table, 'latin1')]
    } catch {
      // Not Linux.
      return []
    }
  })

/** A row has the local address before that of the other side: `  12: 0100007F:1F90 0100007F:C0DE 01 …`. */
const haveLocalPort = (tables: readonly string[], port: number): boolean => {
  const row = new RegExp(`^ *\\d+: [0-9A-F]+:${port.toString(16).toUpperCase().padStart(4, '0')} `, 'm')
  return tables.some((table) => row.test(table))
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
