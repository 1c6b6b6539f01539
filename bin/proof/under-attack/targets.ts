import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { referenceConnectorEntry, variantEntry } from '../../../fixtures/index.ts'
import { freePortBelowEphemeral } from '../../../harness/target/index.ts'
import type { Place } from '../hostile/place.ts'
import { here } from './touchstone.ts'

/** Nobody listens there: a run of one case that ends at once, undecided (exit code 3), and writes every report. */
export const nobody = (seed: number): readonly string[] => [
  'run',
  '--url',
  'http://127.0.0.1:1',
  '--token-env',
  'CONNECTOR_TOKEN',
  '--only',
  'health/ready',
  '--seed',
  `${seed}`,
]

/** A touchstone.yaml for the reference connector or a mutant, which may do something to the machine as it starts or is asked. */
export async function writeConfiguration(
  place: Place,
  deed: {
    readonly script?: string
    readonly preload?: string
    readonly env?: Readonly<Record<string, string>>
    readonly mutant?: string
  } = {},
  name = 'touchstone.yaml',
): Promise<void> {
  const preload = deed.preload === undefined ? [] : ['--import', here(deed.preload)]
  const entry = deed.mutant === undefined ? [referenceConnectorEntry] : [variantEntry, deed.mutant]
  const connector = [process.execPath, ...preload, ...entry]
  const command = deed.script === undefined ? connector : ['sh', '-c', `${deed.script}; exec "$@"`, 'sh', ...connector]
  const env = {
    PORT: '${connector.port}',
    CONNECTOR_TOKEN: '${connector.token}',
    DESTINATION_URL: '${destination.url}',
    DESTINATION_TOKEN: '${destination.token}',
    STATE_DIR: '${work}/state',
    ...deed.env,
  }
  const port = await freePortBelowEphemeral(Math.random)
  const configuration = {
    connector: { url: `http://127.0.0.1:${port}` },
    process: { command, env },
    destination: { simulate: 'generic' },
  }
  await writeFile(join(place.work, name), JSON.stringify(configuration))
}
