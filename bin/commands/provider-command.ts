import type { CommandModule } from 'yargs'

/** What may run now, for people and for machines; words that `--help` shows. */
export const providerCommand = (exit: (code: number) => void): CommandModule => ({
  command: 'provider <action>',
  describe: 'Say what may run now: readiness',
  builder: (cli) =>
    cli
      .command({
        command: 'readiness',
        describe: 'Decide from the ledgers what each provider may do now, and say what is in the way',
        builder: (each) =>
          each
            .option('ledger', {
              type: 'string',
              requiresArg: true,
              demandOption: true,
              describe: 'a file, sqlite:FILE or postgres://ROLE@HOST/DATABASE',
            })
            .option('sources', {
              type: 'string',
              requiresArg: true,
              default: 'readiness.yaml',
              describe: 'provider apps, accounts, grants and policy (docs/readiness.md)',
            })
            .option('keys', {
              type: 'string',
              requiresArg: true,
              default: 'touchstone-keys',
              describe: 'folder with the fingerprint key and the list of trusted keys',
            })
            .option('trusted', {
              type: 'string',
              requiresArg: true,
              describe: 'list of trusted keys (default: trusted-keys.json in the folder of the keys)',
            })
            .option('held', {
              type: 'string',
              requiresArg: true,
              describe: 'file that holds the last checkpoint outside the database',
            })
            .option('workspace', { type: 'string', requiresArg: true, describe: 'only accounts of this workspace' })
            .option('json', { type: 'boolean', describe: 'the projection as JSON' })
            .example('touchstone provider readiness --ledger evidence.sqlite', 'one line for each provider')
            .epilogue(
              'SERVICE_PROVIDER_CERTIFICATION_ENFORCED=true makes missing evidence block; SERVICE_PROVIDERS_DISABLED=a,b disables providers whatever the ledger says',
            ),
        handler: async (options) => exit(await (await import('./provider.ts')).providerReadiness(options)),
      })
      .demandCommand(1, 'no action is named'),
  handler: () => undefined,
})
