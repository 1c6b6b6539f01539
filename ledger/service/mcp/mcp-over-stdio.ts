import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { type McpOptions, mcpServer } from './mcp-server.ts'

/** Serves one client, one JSON message a line, until it ends its side, stops reading or the signal comes. */
export async function mcpOverStdio(
  { readiness, version }: McpOptions,
  { input, output, signal }: { readonly input: Readable; readonly output: Writable; readonly signal: AbortSignal },
): Promise<void> {
  const asked = new Set<Promise<unknown>>()
  const project: McpOptions['readiness']['project'] = async (scope) => {
    const answer = readiness.project(scope)
    asked.add(answer)
    return await answer.finally(() => asked.delete(answer))
  }
  const server = mcpServer({ readiness: { project }, version })
  const gone = new AbortController()
  const leave = (): void => gone.abort()
  // The SDK closes what sends more than it can hold; and a client that stopped reading has gone, too.
  server.onclose = leave
  output.on('error', leave)
  const over = AbortSignal.any([signal, gone.signal])
  const ended = once(input, 'end', { signal: over })
  try {
    await server.connect(new StdioServerTransport(input, output))
    await ended
    // Whoever asks and ends the input at once still gets the answers.
    while (asked.size > 0) await Promise.allSettled(asked)
    await nextTurn()
  } catch (error) {
    if (!over.aborted) throw error
  } finally {
    await server.close()
    output.off('error', leave)
  }
}
