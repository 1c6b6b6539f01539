#!/usr/bin/env node
import process from 'node:process'
import yargs from 'yargs/yargs'
import { commands } from './commands/index.ts'
import { leave, surviveBrokenStreams } from './standard-streams.ts'
import { UnknownWord, UsageError } from './usage-error.ts'

// Only what `--help` needs is loaded here; each command loads its own modules when it is called.
async function main(argv: readonly string[]): Promise<number> {
  let exit = 0
  const table = commands((code) => void (exit = code))
  const cli = yargs([...argv])
    .scriptName('touchstone')
    .usage('$0 <command>\n\nDrives a Connector Protocol 1.0 connector through its conformance checks.')
    .detectLocale(false)
    .alias('help', 'h')
    .option('quiet', { type: 'boolean', describe: 'print the verdict only', global: true, conflicts: 'verbose' })
    .option('verbose', { type: 'boolean', describe: 'list every case', global: true })
    .option('color', {
      type: 'boolean',
      describe: 'colour the output (also NO_COLOR)',
      global: true,
      default: undefined,
    })
    .example('touchstone demo', 'see it work, without any set-up')
    .example('touchstone init && touchstone run', 'drive your own connector')
    .demandCommand(1, 'no command is named')
    .strict()
    .check(givenOnce)
    .wrap(Math.min(100, process.stdout.columns || 100))
    .epilogue(
      'Exit codes: 0 conforms · 1 does not conform · 2 usage · 3 not decided · 4 harness failure · 130 interrupted',
    )
    .version()
    .exitProcess(false)
    .fail((message, error) => {
      throw error instanceof Error && error.name !== 'YError' ? error : wrongUsage(message)
    })
  for (const command of table) cli.command(command)
  await cli.parseAsync()
  return exit

  function wrongUsage(message: string): UsageError {
    const [, what, words = ''] = /^Unknown (argument|command)s?: (.*)$/.exec(message) ?? []
    if (what === undefined) {
      return new UsageError(`${lowerFirst(message).replaceAll(/\n\s*/g, ' ')}; --help shows an example`)
    }
    const [word = ''] = words.split(', ')
    if (argv.some((argument) => argument === `--${word}` || argument.startsWith(`--${word}=`))) {
      return new UnknownWord('option', `--${word}`, optionsOf(cli))
    }
    const names = table.map(({ command }) => String(command).split(' ')[0] ?? '')
    return names.some((name) => argv.includes(name))
      ? new UnknownWord('argument', word, [])
      : new UnknownWord('command', word, names)
  }
}

/** The options of the command that was named. yargs knows them and its types do not. */
function optionsOf(cli: unknown): readonly string[] {
  const { key = {} } = (cli as { getOptions?: () => { key?: Readonly<Record<string, unknown>> } }).getOptions?.() ?? {}
  return Object.keys(key)
    .filter((name) => name.length > 1)
    .map((name) => `--${name}`)
}

/** yargs makes a list of an option that is given twice, and a command would take it for none. */
function givenOnce(options: Readonly<Record<string, unknown>>): true {
  const repeatable = new Set(['_', 'only', 'profile', 'reporter', 'files', 'surface', 'workflow'])
  for (const [name, value] of Object.entries(options)) {
    if (Array.isArray(value) && !repeatable.has(name)) throw new UsageError(`--${name} is given twice`)
  }
  return true
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

const explained = async (thrown: unknown): Promise<number> => (await import('./report-error.ts')).reportError(thrown)

surviveBrokenStreams()
// Node's own exit codes for these would say that the connector does not conform.
process.once('uncaughtException', (thrown) => void explained(thrown).then(leave))
const code = await main(process.argv.slice(2)).catch(explained)
await leave(code)
