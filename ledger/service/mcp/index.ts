/** The MCP face of readiness (§1). */
export { mcpOverHttp } from './mcp-over-http.ts'
export { mcpOverStdio } from './mcp-over-stdio.ts'
export type { McpOptions } from './mcp-server.ts'
