import type { CommandModule } from 'yargs'

type Cli = Parameters<Extract<CommandModule['builder'], (...each: never[]) => unknown>>[0]

/** What `openReadinessFor` reads. */
export const withReadinessOptions = (cli: Cli): Cli =>
  cli
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

/** Environment variables that every readiness decision heeds; closes `--help`. */
export const readinessEnvironment =
  'SERVICE_PROVIDER_CERTIFICATION_ENFORCED=true makes missing evidence block; SERVICE_PROVIDERS_DISABLED=a,b disables providers whatever the ledger says'
