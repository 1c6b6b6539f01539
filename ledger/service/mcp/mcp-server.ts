import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  type CallToolResult,
  ErrorCode,
  type JSONRPCRequest,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { own } from '../../../harness/protocol/json.ts'
import type { Readiness } from '../../readiness/index.ts'
import { invalid, readinessOperation, readWorkspaceId } from './readiness-operation.ts'

export interface McpOptions {
  readonly readiness: Pick<Readiness, 'project'>
  /** Of touchstone, for `initialize`. */
  readonly version: string
}

/** An MCP server of one operation, to be connected to one transport. `workspaceId`: the only one that may be asked about. */
export function mcpServer({ readiness, version }: McpOptions, workspaceId?: string): Server {
  const server = new Server({ name: 'touchstone', version }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [readinessOperation] }))
  // Not `setRequestHandler`: for arguments that are no object, that one would answer an internal error.
  server.fallbackRequestHandler = async (request) => await call(request, readiness, workspaceId)
  return server
}

async function call(
  { method, params }: JSONRPCRequest,
  readiness: Pick<Readiness, 'project'>,
  only: string | undefined,
): Promise<CallToolResult> {
  if (method !== 'tools/call') throw new McpError(ErrorCode.MethodNotFound, 'there is no such method')
  if (own(params, 'name') !== readinessOperation.name) throw invalid(`${readinessOperation.name} is the only operation`)
  const workspaceId = readWorkspaceId(own(params, 'arguments') ?? {})
  if (only !== undefined && only !== workspaceId) throw invalid('this token reads another workspace')
  const projection = await readiness.project({ workspaceId }).catch(() => {
    // What was thrown may name a file or a database.
    throw new McpError(ErrorCode.InternalError, 'readiness could not be decided')
  })
  return { content: [{ type: 'text', text: JSON.stringify(projection) }], structuredContent: { ...projection } }
}
