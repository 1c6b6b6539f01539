import type { Argv, CommandModule } from 'yargs'
import { readinessEnvironment, withReadinessOptions } from '../readiness/readiness-options.ts'

/** Publishes that wait, and the worker that asks readiness again before each write; words that `--help` shows. */
export const queueCommand = (exit: (code: number) => void): CommandModule => ({
  command: 'queue <action>',
  describe: 'Queue publishes, and carry them as readiness allows at that moment: add, work, show',
  builder: (cli) =>
    cli
      .command({
        command: 'add',
        describe: 'Have the connector prepare a post, and queue it; nothing is published',
        builder: (each) =>
          withReadinessOptions(each)
            .option('provider', { ...text, demandOption: true, describe: 'id of the provider in the readiness file' })
            .option('workspace', { ...text, demandOption: true, describe: 'whose account publishes it' })
            .option('profile', { ...text, demandOption: true, describe: 'output profile' })
            .option('content-file', { ...text, demandOption: true, describe: 'file with the text of the post' })
            .option('settings', { ...text, describe: 'JSON file with the settings of the profile' })
            .option('at', {
              ...text,
              describe: 'time to come, in UTC, from which it is due; it is a scheduled publish then',
            })
            .option('id', {
              ...text,
              describe:
                'name of the post, unique in its workspace whatever the provider: the same again is the same operation',
            })
            .example(
              'touchstone queue add --ledger evidence.sqlite --provider blog --workspace w-1 --profile blog.post --content-file post.txt',
              'prints the operation',
            )
            .epilogue('Exit codes: 0 queued · 2 usage · 3 the connector could not prepare it, and nothing is queued'),
        handler: async (options) => exit(await (await import('./queue.ts')).add(options)),
      })
      .command({
        command: 'work',
        describe: 'Carry what is due, one after the other, until Ctrl-C',
        builder: (each) =>
          withReadinessOptions(each)
            .option('once', { type: 'boolean', describe: 'only what is due now, then end' })
            .option('state', { ...text, describe: 'folder of the administrators (default: beside the ledger)' })
            .example('touchstone queue work --ledger evidence.sqlite --once', 'for a timer')
            .epilogue(
              `${readinessEnvironment}. Exit codes of --once: 0 published, or nothing was due · 1 one was refused or rejected · 2 usage · 3 one waits, or another process works on the queue · 130 interrupted. Without --once: 0 when it is told to end`,
            ),
        handler: async (options) => exit(await (await import('./queue.ts')).work(options)),
      })
      .command({
        command: 'show <operation>',
        describe: 'Say how far a queued publish came',
        builder: (each) =>
          withOperation(each).option('ledger', { ...text, demandOption: true, describe: 'the ledger it belongs to' }),
        handler: async (options) => exit(await (await import('./queue.ts')).show(options)),
      })
      .demandCommand(1, 'no action is named'),
  handler: () => undefined,
})

const text = { type: 'string', requiresArg: true } as const

const withOperation = (cli: Argv): Argv =>
  cli.positional('operation', { type: 'string', demandOption: true, describe: 'as `queue add` printed it' })
