#!/usr/bin/env node
import process from 'node:process'
import yargs from 'yargs/yargs'
import { commands } from './commands/index.ts'
import { UsageError } from './usage-error.ts'

// Only what `--help` needs is loaded here; each command loads its own modules when it is called.
async function main(argv: readonly string[]): Promise<number> {
  let exit = 0
  const cli = yargs([...argv])
    .scriptName('touchstone')
    .usage('$0 <command>\n\nDrives a Connector Protocol 1.0 connector through its conformance checks.')
    .option('quiet', { type: 'boolean', describe: 'print the verdict only', global: true })
    .option('verbose', { type: 'boolean', describe: 'list every case', global: true })
    .option('color', { type: 'boolean', describe: 'colour the output (also NO_COLOR)', global: true, default: undefined })
    .demandCommand(1, 'name a command; `touchstone --help` lists them')
    .recommendCommands()
    .strict()
    .wrap(Math.min(100, process.stdout.columns ?? 100))
    .epilogue('Exit codes: 0 conforms · 1 does not conform · 2 usage · 3 not decided · 4 harness failure · 130 interrupted')
    .version()
    .exitProcess(false)
    .fail((message, error) => {
      throw error instanceof Error && error.name !== 'YError' ? error : new UsageError(message)
    })
  for (const command of commands((code) => void (exit = code))) cli.command(command)
  await cli.parseAsync()
  return exit
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (thrown) {
  const { report } = await import('./report-error.ts')
  process.exitCode = report(thrown)
}
