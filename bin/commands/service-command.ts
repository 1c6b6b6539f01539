import type { Argv, CommandModule } from 'yargs'
import { readinessEnvironment, withReadinessOptions } from '../readiness/readiness-options.ts'

/** The service over a ledger, and who may use it; words that `--help` shows. */
export const serviceCommand = (exit: (code: number) => void): CommandModule => ({
  command: 'service',
  describe:
    'Serve readiness, its MCP operation and the admin page over a ledger: start, init-admin, token, tokens, revoke',
  builder: (cli) =>
    cli
      .command({
        command: ['start', '$0'],
        describe: 'Serve until Ctrl-C',
        builder: (each) =>
          withFolder(withReadinessOptions(each))
            .option('source-catalogue', {
              type: 'string',
              requiresArg: true,
              describe: 'what approval reviews may refer to (docs/service.md)',
            })
            .option('port', { type: 'number', requiresArg: true, default: 18_090, describe: '0 is any free one' })
            .option('host', {
              type: 'string',
              requiresArg: true,
              default: '127.0.0.1',
              describe: 'address to listen at',
            })
            .option('base', {
              type: 'string',
              requiresArg: true,
              default: '/',
              describe: 'path below which everything is served',
            })
            .option('behind-proxy', {
              type: 'boolean',
              describe: 'believe x-forwarded-proto and x-forwarded-for of the proxy that ends TLS before it',
            })
            .example('touchstone service --ledger evidence.sqlite', 'the admin page is at http://127.0.0.1:18090/admin')
            .epilogue(readinessEnvironment),
        handler: async (options) => exit(await (await import('./service.ts')).serve(options)),
      })
      .command({
        command: 'init-admin',
        describe: 'Make the first administrator; asks for the password without showing it',
        builder: (each) =>
          withState(each)
            .option('name', { type: 'string', requiresArg: true, demandOption: true, describe: 'to sign in with' })
            .option('password-file', {
              type: 'string',
              requiresArg: true,
              describe: 'file whose first line is the password, instead of being asked; readable by its owner only',
            })
            .option('add', { type: 'boolean', describe: 'one more, where there is one already' })
            .example(
              'touchstone service init-admin --ledger evidence.sqlite --name alex',
              'there is no default password',
            ),
        handler: async (options) => exit(await (await import('./service.ts')).initAdmin(options)),
      })
      .command({
        command: 'token',
        describe: 'Make a bearer token for reading, and print it once',
        builder: (each) =>
          withState(each)
            .option('scope', {
              type: 'string',
              requiresArg: true,
              demandOption: true,
              describe: 'readiness:read, capabilities:resolve, or both with a comma',
            })
            .option('workspace', { type: 'string', requiresArg: true, describe: 'the only workspace it may ask about' })
            .option('days', { type: 'number', requiresArg: true, default: 90, describe: 'how long it holds' })
            .option('note', { type: 'string', requiresArg: true, describe: 'what it is for, shown in the list' })
            .example(
              'touchstone service token --ledger evidence.sqlite --scope readiness:read',
              'for GET requests and MCP',
            ),
        handler: async (options) => exit(await (await import('./service.ts')).createToken(options)),
      })
      .command({
        command: 'tokens',
        describe: 'List the tokens, without themselves',
        builder: (each) => withState(each).option('json', { type: 'boolean', describe: 'as JSON' }),
        handler: async (options) => exit(await (await import('./service.ts')).listTokens(options)),
      })
      .command({
        command: 'revoke',
        describe: 'Take back a token, the browser sessions of an administrator, or the administrator',
        builder: (each) =>
          withState(each)
            .option('token', { type: 'string', requiresArg: true, describe: 'id of a token, as listed' })
            .option('sessions', { type: 'string', requiresArg: true, describe: 'name of who is signed out everywhere' })
            .option('admin', { type: 'string', requiresArg: true, describe: 'name of who is removed' })
            .example(
              'touchstone service revoke --ledger evidence.sqlite --token 0a1b2c3d4e5f',
              'at once, in every process',
            ),
        handler: async (options) => exit(await (await import('./service.ts')).revoke(options)),
      }),
  handler: () => undefined,
})

const withState = (cli: Argv): Argv =>
  withFolder(
    cli.option('ledger', {
      type: 'string',
      requiresArg: true,
      demandOption: true,
      describe: 'a file, sqlite:FILE or postgres://ROLE@HOST/DATABASE',
    }),
  )

const withFolder = (cli: Argv): Argv =>
  cli.option('state', {
    type: 'string',
    requiresArg: true,
    describe: 'folder for administrators, sessions and tokens (default: beside the ledger, or schema service of it)',
  })
