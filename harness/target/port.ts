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
  const used = portsInUse()
  for (let tried = 0; tried < tries; tried++) {
    const port = from + Math.floor(random() * (to - from))
    if (port < 65_536 && !used.has(port) && (await isFree(port))) return port
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
 * Local ports of all connections, where the system tells. The port of somebody who is down for a moment may be held by a
 * connection alone, and could be listened on.
 */
const portsInUse = (): ReadonlySet<number> => new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap(localPorts))

function localPorts(table: string): readonly number[] {
  try {
    const [, ...rows] = readFileSync(table, 'latin1').trim().split('\n')
    return rows.map((row) => Number.parseInt(/^\s*\d+: [0-9A-F]+:([0-9A-F]{4}) /.exec(row)?.[1] ?? '', 16))
  } catch {
    // Not Linux.
    return []
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
