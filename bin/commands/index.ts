import type { CommandModule } from 'yargs'
import { certifyCommand } from './certify-command.ts'
import { claimsCommand } from './claims-command.ts'
import { ledgerCommand, recordCommand } from './ledger-command.ts'
import { mcpCommand } from './mcp-command.ts'
import { providerCommand } from './provider-command.ts'
import { queueCommand } from './queue-command.ts'
import { serviceCommand } from './service-command.ts'

type SetExit = (code: number) => void

/** Options of a command as yargs hands them over. */
export type Arguments = Readonly<Record<string, unknown>>

/** What `--help` shows; the work of each command is loaded only when it runs. */
export const commands = (exit: SetExit): readonly CommandModule[] => [
  {
    command: 'demo',
    describe: 'Certify the bundled reference connector in both its shapes: the whole tour, no set-up',
    builder: (cli) => withRunOptions(cli).example('touchstone demo', 'every control, and signed records in a ledger'),
    handler: async (options) => exit(await (await import('./demo.ts')).demo(options)),
  },
  {
    command: 'run',
    describe: 'Drive a connector through the checks and report',
    builder: (cli) =>
      withTargetOptions(withRunOptions(cli))
        .option('only', {
          type: 'string',
          requiresArg: true,
          array: true,
          describe: 'a check or case, e.g. health or health/ready; repeatable',
        })
        .option('profile', {
          type: 'string',
          requiresArg: true,
          array: true,
          describe: 'drive only this output profile; repeatable',
        })
        .example('touchstone run', 'everything that touchstone.yaml makes possible')
        .example('touchstone run --only concurrency', 'one check')
        .example('touchstone run --url http://127.0.0.1:18787 --token-env CONNECTOR_TOKEN', 'from outside only'),
    handler: async (options) => exit(await (await import('./run.ts')).runCommand(options)),
  },
  certifyCommand(exit, (cli) => withRunOptions(cli)),
  {
    command: 'explore',
    describe: 'Try fault schedules beyond the fixed cases, and shrink what breaks a rule',
    builder: (cli) =>
      withTargetOptions(cli)
        .option('runs', { type: 'number', requiresArg: true, describe: 'schedules tried at most (default: no limit)' })
        .option('seconds', {
          type: 'number',
          requiresArg: true,
          describe: 'begin no schedule later than this; shrinking may take two minutes more',
          default: 60,
        })
        .option('seed', {
          type: 'number',
          requiresArg: true,
          describe: 'seed of the order of pairs and of random schedules (default: random, printed)',
        })
        .option('profile', { type: 'string', requiresArg: true, describe: 'the output profile to publish in' })
        .option('out', {
          alias: 'o',
          type: 'string',
          requiresArg: true,
          describe: 'folder for explore.json and the case file',
          default: 'touchstone-out',
        })
        .option('json', { type: 'boolean', describe: 'print explore.json on standard output instead of the report' })
        .example('touchstone explore', 'one minute against the connector of touchstone.yaml')
        .example('touchstone explore --seconds 600 --seed 7', 'longer, in an order that can be had again')
        .epilogue(
          'Exit codes: 0 no violation, and every single disturbance that the controls allow was observed (with --runs: that many schedules) · 1 a violation · 2 usage · 3 undecided: the time was too short for them, or some could not be observed; the report says which · 4 harness failure · 130 interrupted',
        ),
    handler: async (options) => exit(await (await import('./explore.ts')).exploreCommand(options)),
  },
  {
    command: 'replay <case>',
    describe: 'Do one recorded failure again: FIXED, FAILED or ERROR',
    builder: (cli) =>
      withTargetOptions(cli)
        .positional('case', { type: 'string', demandOption: true, describe: 'a file below touchstone-out/cases' })
        .option('json', { type: 'boolean', describe: 'print the result as JSON' })
        .example('touchstone replay touchstone-out/cases/health/ready.json', 'a case of the suites')
        .example('touchstone replay touchstone-out/cases/explore-I1-0a1b2c3d.json', 'a schedule of explore')
        .example(
          'touchstone replay case.json --config other.yaml',
          'against another connector than it was recorded with',
        )
        .epilogue(
          'Exit codes: 0 FIXED · 1 FAILED · 2 usage · 3 ERROR: not to be seen again as recorded · 4 harness failure',
        ),
    handler: async (options) => exit(await (await import('./replay.ts')).replayCommand(options)),
  },
  {
    command: 'init',
    describe: 'Write a touchstone.yaml by asking a few questions',
    builder: (cli) =>
      cli
        .option('yes', { alias: 'y', type: 'boolean', describe: 'ask nothing, take the defaults' })
        .option('force', { type: 'boolean', describe: 'replace a touchstone.yaml that is there' })
        .option('config', {
          alias: 'c',
          type: 'string',
          requiresArg: true,
          describe: 'where to write it',
          default: 'touchstone.yaml',
        })
        .example('touchstone init --yes', 'a commented file to start from'),
    handler: async (options) => exit(await (await import('./init.ts')).init(options)),
  },
  {
    command: 'list [what]',
    describe: 'List checks and cases, or requirements and what decides them',
    builder: (cli) =>
      cli
        .positional('what', { choices: ['cases', 'checks', 'requirements'] as const, default: 'cases' })
        .option('json', { type: 'boolean', describe: 'as JSON' })
        .example('touchstone list', 'every case with what it needs')
        .example('touchstone list requirements', 'every sentence of the specification and its cases'),
    handler: async (options) => exit(await (await import('./list.ts')).list(options)),
  },
  {
    command: 'explain <id>',
    describe: 'Explain a check, a case or a requirement in full',
    builder: (cli) =>
      cli
        .positional('id', { type: 'string', demandOption: true })
        .example('touchstone explain concurrency', 'a check')
        .example('touchstone explain R20a', 'a ruling'),
    handler: async (options) => exit(await (await import('./explain.ts')).explain(options)),
  },
  {
    command: 'serve <what>',
    describe: 'Serve the reference connector, or its destination',
    builder: (cli) =>
      cli
        .positional('what', { choices: ['connector', 'destination'] as const, demandOption: true })
        .option('port', {
          type: 'number',
          requiresArg: true,
          describe: 'port to listen on (connector 18787, destination 18055)',
        })
        .option('token-env', {
          type: 'string',
          requiresArg: true,
          describe: 'variable with the token to accept (connector CONNECTOR_TOKEN, destination DESTINATION_TOKEN)',
        })
        .option('shape', { choices: ['immediate', 'asynchronous'] as const, default: 'immediate' })
        .option('destination', {
          type: 'string',
          requiresArg: true,
          describe: 'destination URL for the connector, its token in DESTINATION_TOKEN (default: one of its own)',
        })
        .option('state', {
          type: 'string',
          requiresArg: true,
          describe: 'folder for its durable state (default: a temporary one)',
        })
        .example('CONNECTOR_TOKEN=… touchstone serve connector', 'a correct connector on port 18787')
        .example('DESTINATION_TOKEN=… touchstone serve destination', 'its destination on port 18055'),
    handler: async (options) => exit(await (await import('./serve.ts')).serve(options)),
  },
  recordCommand(exit),
  providerCommand(exit),
  mcpCommand(exit),
  ledgerCommand(exit),
  claimsCommand(exit),
  serviceCommand(exit),
  queueCommand(exit),
]

type Cli = Parameters<Extract<CommandModule['builder'], (...each: never[]) => unknown>>[0]

const withTargetOptions = (cli: Cli): Cli =>
  cli
    .option('config', {
      alias: 'c',
      type: 'string',
      requiresArg: true,
      describe: 'configuration file (default touchstone.yaml)',
    })
    .option('url', {
      type: 'string',
      requiresArg: true,
      describe: 'connector URL, instead of a configuration file',
      conflicts: 'config',
    })
    .option('token-env', {
      type: 'string',
      requiresArg: true,
      describe: 'environment variable that holds the token; with --url',
    })
    .option('token-file', {
      type: 'string',
      requiresArg: true,
      describe: 'file that holds the token; with --url',
      conflicts: 'token-env',
    })

const withRunOptions = (cli: Cli): Cli =>
  cli
    .option('seed', {
      type: 'number',
      requiresArg: true,
      describe: 'seed of the generated input (default: random, printed)',
    })
    .option('out', {
      alias: 'o',
      type: 'string',
      requiresArg: true,
      describe: 'folder for the reports',
      default: 'touchstone-out',
    })
    .option('reporter', {
      choices: ['json', 'junit', 'html', 'summary', 'events'] as const,
      array: true,
      requiresArg: true,
      describe: 'file to write; repeatable (default: all)',
    })
    .option('json', { type: 'boolean', describe: 'print results.json on standard output instead of the report' })
    .option('timing', { type: 'boolean', describe: 'measure refusals too (R15): up to 1 000 wrong tokens' })
    .option('deadline', {
      type: 'number',
      requiresArg: true,
      describe: 'seconds for the whole run (default: deadline_s, or 300)',
    })
