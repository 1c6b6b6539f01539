import type { CommandModule } from 'yargs'
import { readinessEnvironment, withReadinessOptions } from '../readiness/readiness-options.ts'

/** Readiness for programs that speak the Model Context Protocol; words that `--help` shows. */
export const mcpCommand = (exit: (code: number) => void): CommandModule => ({
  command: 'mcp',
  describe: 'Serve get_provider_readiness to one MCP client over standard input and output',
  builder: (cli) =>
    withReadinessOptions(cli)
      .example('touchstone mcp --ledger evidence.sqlite', 'the command that an MCP client starts (docs/mcp.md)')
      .epilogue(readinessEnvironment),
  handler: async (options) => exit(await (await import('./mcp.ts')).mcp(options)),
})
