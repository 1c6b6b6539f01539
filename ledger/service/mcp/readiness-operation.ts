import { ErrorCode, McpError, type Tool } from '@modelcontextprotocol/sdk/types.js'
import { isObject } from '../../../harness/protocol/json.ts'
import { projectionSchema } from './projection-schema.ts'

/** The MCP operation as clients list it. */
export const readinessOperation: Tool = {
  name: 'get_provider_readiness',
  title: 'Provider readiness',
  description:
    'Says for every provider, account and output profile of one workspace whether the exact operation may run now, and what is in the way.',
  inputSchema: {
    type: 'object',
    properties: {
      workspace_id: {
        type: 'string',
        minLength: 1,
        maxLength: 256,
        description: 'Whose connected accounts are looked at.',
      },
    },
    required: ['workspace_id'],
    additionalProperties: false,
  },
  outputSchema: projectionSchema,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
}

/**
 * The workspace that is asked about.
 * @throws McpError -32602 for anything but the one argument
 */
export function readWorkspaceId(given: unknown): string {
  if (!isObject(given)) throw invalid('arguments must be an object with workspace_id')
  const unknown = Object.keys(given).filter((name) => name !== 'workspace_id')
  // Not quoted: it may be anything.
  if (unknown.length > 0) throw invalid('workspace_id is the only argument')
  const { workspace_id: id } = given
  if (typeof id !== 'string' || id === '' || id.length > 256) {
    throw invalid('workspace_id must be a string of 1 to 256 characters')
  }
  return id
}

/** What a request that cannot be answered is told: JSON-RPC -32602. */
export const invalid = (says: string): McpError => new McpError(ErrorCode.InvalidParams, says)
