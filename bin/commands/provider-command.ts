import type { CommandModule } from 'yargs'
import { readinessEnvironment, withReadinessOptions } from '../readiness/readiness-options.ts'

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
          withReadinessOptions(each)
            .option('workspace', { type: 'string', requiresArg: true, describe: 'only accounts of this workspace' })
            .option('json', { type: 'boolean', describe: 'the projection as JSON' })
            .example('touchstone provider readiness --ledger evidence.sqlite', 'one line for each provider')
            .epilogue(readinessEnvironment),
        handler: async (options) => exit(await (await import('./provider.ts')).providerReadiness(options)),
      })
      .demandCommand(1, 'no action is named'),
  handler: () => undefined,
})
