import type { Argv, CommandModule } from 'yargs'

/** Words that `--help` shows. @param withRunOptions adds what `run` has as well */
export const certifyCommand = (exit: (code: number) => void, withRunOptions: (cli: Argv) => Argv): CommandModule => ({
  command: 'certify',
  describe: 'Run everything, and sign a record of each output profile, immediate and scheduled',
  builder: (cli) =>
    withRunOptions(cli)
      .option('config', {
        alias: 'c',
        type: 'string',
        requiresArg: true,
        describe: 'configuration file (default touchstone.yaml)',
      })
      .option('operator', {
        type: 'string',
        requiresArg: true,
        describe: 'who certifies; recorded as a fingerprint only',
      })
      .option('app', {
        type: 'string',
        requiresArg: true,
        describe: 'name of the provider app; recorded as a fingerprint only',
      })
      .option('deployment-environment', {
        choices: ['unknown', 'local', 'staging', 'production'] as const,
        requiresArg: true,
        describe: 'where the connector is deployed',
      })
      .option('provider-environment', {
        choices: ['unknown', 'development', 'sandbox', 'production'] as const,
        requiresArg: true,
        describe: 'what it publishes to',
      })
      .option('revision', {
        type: 'string',
        requiresArg: true,
        describe: 'full Git revision of the connector (default: HEAD of its checkout)',
      })
      .option('validity-days', {
        type: 'number',
        requiresArg: true,
        describe: 'how long the evidence holds, at most 90 (default: 90)',
      })
      .option('keys', {
        type: 'string',
        requiresArg: true,
        describe: 'folder of the keys, which are made on first use (default: touchstone-keys)',
      })
      .option('append', { type: 'string', requiresArg: true, describe: 'ledger that the records are appended to' })
      .option('evidence', {
        choices: ['local', 'live'] as const,
        requiresArg: true,
        default: 'local',
        describe: 'live: the lifecycle only, at the real destination; it posts two items for each profile',
      })
      .option('ledger', {
        type: 'string',
        requiresArg: true,
        describe: 'ledger with the approval review, for live evidence (default: that of --append)',
      })
      .option('trusted', {
        type: 'string',
        requiresArg: true,
        describe: 'list of trusted keys, for that review (default: trusted-keys.json in the folder of the keys)',
      })
      // Known, to be refused with a reason.
      .option('only', { type: 'string', array: true, hidden: true })
      .example('touchstone certify', 'local evidence; touchstone.yaml has a section certification')
      .example('touchstone certify --append evidence.sqlite', 'and into a ledger of touchstone ledger init')
      .example('touchstone certify --evidence live --append evidence.sqlite', 'under a current approval review')
      .epilogue(
        'SERVICE_PROVIDERS_DISABLED=a,b forbids live evidence of these providers, whatever the ledger says. Exit codes: 0 records that passed · 1 a record that failed, or a connector that does not conform · 2 usage · 3 no record: not decided · 4 harness failure · 130 interrupted',
      ),
  handler: async (options) => exit(await (await import('./certify.ts')).certify(options)),
})
