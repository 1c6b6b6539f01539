import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { type McpOptions, mcpServer } from './mcp-server.ts'

/** A call is some hundred bytes. */
const largestBody = 64 * 1024

/**
 * The operation over streamable HTTP, for `{base}/mcp`. Whoever mounts it has checked the token; `workspaceId` is the one
 * that the token is bound to. Without sessions: every request stands alone, so several processes can answer by turns.
 */
export function mcpOverHttp(options: McpOptions): (request: Request, workspaceId?: string) => Promise<Response> {
  return async (request, workspaceId) => {
    // The streams and sessions that GET and DELETE are for there are none.
    if (request.method !== 'POST') return refusedMethod()
    const server = mcpServer(options, workspaceId)
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: true,
      maxRequestBodySize: largestBody,
    })
    try {
      await server.connect(transport)
      return await transport.handleRequest(request)
    } finally {
      await server.close()
    }
  }
}

const refusedMethod = (): Response =>
  Response.json(
    { jsonrpc: '2.0', error: { code: -32000, message: 'Method not allowed.' }, id: null },
    { status: 405, headers: { allow: 'POST' } },
  )
