import type { Argv, CommandModule } from 'yargs'

/** Everything that is done with a ledger, each in words that `--help` shows. */
export const ledgerCommand = (exit: (code: number) => void): CommandModule => ({
  command: 'ledger',
  describe: 'Keep records in append-only ledgers: init, append, review, control, verify, checkpoint, export',
  builder: (cli) =>
    cli
      .command({
        command: 'init <ledger>',
        describe: 'Make empty ledgers in a file or a PostgreSQL database; leaves ledgers that are there alone',
        builder: (each) =>
          withLedger(each)
            .example('touchstone ledger init evidence.sqlite', 'in a file')
            .example('touchstone ledger init postgres://owner@db.example/evidence', 'the password in PGPASSWORD'),
        handler: async (options) => exit(await (await import('./ledger.ts')).init(options)),
      })
      .command({
        command: 'append <ledger> <files..>',
        describe: 'Append record files of `touchstone certify`, all of them or none',
        builder: (each) =>
          withTrust(withLedger(each))
            .positional('files', { type: 'string', array: true, demandOption: true, describe: 'record files' })
            .example('touchstone ledger append evidence.sqlite touchstone-out/records/*.json', 'verified first'),
        handler: async (options) => exit(await (await import('./ledger.ts')).append(options)),
      })
      .command({
        command: 'review <ledger> <file>',
        describe: 'Sign and append an approval review that a YAML file describes, with the admin key',
        builder: (each) =>
          withOperator(withLedger(each)).example(
            'touchstone ledger review evidence.sqlite review.yaml --operator NAME',
            'fields: provider, app, provider_environment, approval_state, approval_tier, source_ref, source, reviewed_at, expires_at',
          ),
        handler: async (options) => exit(await (await import('./ledger.ts')).single('review', options)),
      })
      .command({
        command: 'control <ledger> <file>',
        describe: 'Sign and append a runtime control that a YAML file describes, with the admin key',
        builder: (each) =>
          withOperator(withLedger(each)).example(
            'touchstone ledger control evidence.sqlite stop.yaml --operator NAME',
            'fields: provider, state, reason_code; whatever else narrows it, starts_at, expires_at',
          ),
        handler: async (options) => exit(await (await import('./ledger.ts')).single('control', options)),
      })
      .command({
        command: 'verify <ledger>',
        describe: 'Recompute everything, compare with the checkpoint held outside, and name the first bad record',
        builder: (each) =>
          withHeld(withTrust(withLedger(each)))
            .option('json', { type: 'boolean', describe: 'as JSON' })
            .example('touchstone ledger verify evidence.sqlite', 'exit 0: nothing was altered; 1: something was'),
        handler: async (options) => exit(await (await import('./ledger.ts')).verify(options)),
      })
      .command({
        command: 'checkpoint <ledger>',
        describe: 'Verify, sign what all four ledgers are now, and keep that in the ledger and outside of it',
        builder: (each) =>
          withTrust(withLedger(each))
            .option('out', {
              alias: 'o',
              type: 'string',
              requiresArg: true,
              default: heldByDefault,
              describe: 'file that holds the checkpoint outside',
            })
            .example(
              'touchstone ledger checkpoint evidence.sqlite',
              `writes ${heldByDefault}: keep it under version control`,
            ),
        handler: async (options) => exit(await (await import('./ledger.ts')).checkpoint(options)),
      })
      .command({
        command: 'export <ledger>',
        describe: 'Print every record as a line of JSON; with --in-toto every run as an in-toto statement',
        builder: (each) =>
          withLedger(each)
            .option('in-toto', { type: 'boolean', describe: 'statements with the test-result predicate' })
            .example('touchstone ledger export evidence.sqlite > evidence.ndjson', 'bodies, signatures and hashes'),
        handler: async (options) => exit(await (await import('./ledger.ts')).exportAll(options)),
      })
      .demandCommand(1, 'no action is named'),
  handler: () => undefined,
})

export const recordCommand = (exit: (code: number) => void): CommandModule => ({
  command: 'record',
  describe: 'Look at a certification record: verify',
  builder: (cli) =>
    cli
      .command({
        command: 'verify <file>',
        describe: 'Check form, digests, signatures, role and expiry of a record, and search it for secrets',
        builder: (each) =>
          withTrust(each)
            .positional('file', { type: 'string', demandOption: true, describe: 'record file of `touchstone certify`' })
            .option('json', { type: 'boolean', describe: 'as JSON' })
            .example(
              'touchstone record verify touchstone-out/records/1-blog.post-immediate.json',
              'exit 0: good; 1: not',
            ),
        handler: async (options) => exit(await (await import('./record.ts')).verifyRecord(options)),
      })
      .demandCommand(1, 'no action is named'),
  handler: () => undefined,
})

const heldByDefault = 'touchstone-checkpoint.json'

const withLedger = (cli: Argv): Argv =>
  cli.positional('ledger', {
    type: 'string',
    demandOption: true,
    describe: 'a file, sqlite:FILE or postgres://ROLE@HOST/DATABASE',
  })

const withKeys = (cli: Argv): Argv =>
  cli.option('keys', {
    type: 'string',
    requiresArg: true,
    default: 'touchstone-keys',
    describe: 'folder of the keys, which are made on first use',
  })

const withTrust = (cli: Argv): Argv =>
  withKeys(cli).option('trusted', {
    type: 'string',
    requiresArg: true,
    describe: 'list of trusted keys (default: trusted-keys.json in the folder of the keys)',
  })

const withOperator = (cli: Argv): Argv =>
  withKeys(cli).positional('file', { type: 'string', demandOption: true, describe: 'YAML file' }).option('operator', {
    type: 'string',
    requiresArg: true,
    demandOption: true,
    describe: 'who is responsible; recorded as a fingerprint only',
  })

const withHeld = (cli: Argv): Argv =>
  cli.option('held', {
    type: 'string',
    requiresArg: true,
    describe: `file with the checkpoint held outside (default: ${heldByDefault}, when there)`,
  })
