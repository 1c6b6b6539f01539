import type { Argv, CommandModule } from 'yargs'
import { readinessEnvironment, withReadinessOptions } from '../readiness/readiness-options.ts'

/** Public claims: made from the ledgers, bound to a release, refused without evidence; words that `--help` shows. */
export const claimsCommand = (exit: (code: number) => void): CommandModule => ({
  command: 'claims',
  describe: 'Make the claims file from the ledgers, bind it to a release, and judge it: project, bind, check, show',
  builder: (cli) =>
    cli
      .command({
        command: 'project',
        describe: 'Write the claims that the ledgers back now, and the signed projection that shows it',
        builder: (each) =>
          withReadinessOptions(each)
            .option('out', {
              alias: 'o',
              type: 'string',
              requiresArg: true,
              default: 'touchstone-claims',
              describe: 'folder for claims.json and projection.json',
            })
            .example(
              'touchstone claims project --ledger evidence.sqlite',
              'verifies first; makes a checkpoint if needed',
            )
            .epilogue(readinessEnvironment),
        handler: async (options) => exit(await (await import('./claims.ts')).project(options)),
      })
      .command({
        command: 'bind',
        describe: 'Write the release manifest that binds the exact claims file',
        builder: (each) =>
          withClaims(each)
            // Here the word is the version that is released.
            .version(false)
            .option('version', { type: 'string', requiresArg: true, demandOption: true, describe: 'vX.Y.Z' })
            .option('revision', {
              type: 'string',
              requiresArg: true,
              describe: 'full Git revision that is released (default: HEAD)',
            })
            .option('out', {
              alias: 'o',
              type: 'string',
              requiresArg: true,
              default: 'release.json',
              describe: 'the release manifest',
            })
            .example(
              'touchstone claims bind --version v1.2.3',
              'digest, schema version and claim count in release.json',
            ),
        handler: async (options) => exit(await (await import('./claims.ts')).bind(options)),
      })
      .command({
        command: 'check',
        describe:
          'The claims gate: refuse a claims file that the ledgers do not back; reads no secret, needs no network',
        builder: (each) =>
          withClaims(each)
            .option('release', {
              type: 'string',
              requiresArg: true,
              default: 'release.json',
              describe: 'release manifest of `touchstone claims bind`',
            })
            .option('projection', {
              type: 'string',
              requiresArg: true,
              describe: 'projection of `touchstone claims project`; only a file without claims needs none',
            })
            .option('trusted', {
              type: 'string',
              requiresArg: true,
              describe: 'list of keys that vouch for claims (default: the list that ships with touchstone)',
            })
            .option('ledger', {
              type: 'string',
              requiresArg: true,
              describe: 'look into the ledger as well: nothing failed, was disabled or reviewed since',
            })
            .option('head', {
              type: 'string',
              requiresArg: true,
              describe: 'full Git revision that is released (default: HEAD)',
            })
            .option('max-age-hours', {
              type: 'number',
              requiresArg: true,
              default: 24,
              describe: 'how old the projection may be',
            })
            .option('at', { type: 'string', requiresArg: true, describe: 'judge as of this time (default: now)' })
            .option('surface', {
              type: 'string',
              requiresArg: true,
              array: true,
              describe: 'a page that may show claims; repeatable',
            })
            .option('workflow', {
              type: 'string',
              requiresArg: true,
              array: true,
              describe: 'a workflow that must run this gate; repeatable',
            })
            .option('at-rest', { type: 'boolean', describe: 'no claim is to be there at all' })
            .option('json', { type: 'boolean', describe: 'as JSON' })
            .example('touchstone claims check', 'exit 0: may be released; 1: refused, with every reason')
            .example('touchstone claims check --projection projection.json --trusted keys.json', 'with claims'),
        handler: async (options) => exit(await (await import('./claims.ts')).check(options)),
      })
      .command({
        command: 'show',
        describe: 'Print what a page may show of the claims, in Markdown',
        builder: (each) =>
          withClaims(each).example('touchstone claims show', 'goes between the marks of docs/release-gate.md'),
        handler: async (options) => exit(await (await import('./claims.ts')).show(options)),
      })
      .demandCommand(1, 'no action is named'),
  handler: () => undefined,
})

const withClaims = (cli: Argv): Argv =>
  cli.option('claims', {
    type: 'string',
    requiresArg: true,
    default: 'docs/claims/claims.json',
    describe: 'the claims file',
  })
