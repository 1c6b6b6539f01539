import process from 'node:process'
import { referenceConnectorEntry, type Shape } from '../fixtures/index.ts'
import { type Configuration, freePortBelowEphemeral } from '../harness/target/index.ts'

/** What a touchstone.yaml for the reference connector says. */
export async function referenceConfiguration(
  shape: Shape,
  entry: readonly string[] = [referenceConnectorEntry],
  env: Readonly<Record<string, string>> = {},
): Promise<Configuration> {
  const port = await freePortBelowEphemeral(Math.random)
  return {
    folder: process.cwd(),
    connector: { url: `http://127.0.0.1:${port}` },
    process: {
      kind: 'own',
      command: [process.execPath, ...entry],
      cwd: process.cwd(),
      env: {
        PORT: String(port),
        SHAPE: shape,
        CONNECTOR_TOKEN: '${connector.token}',
        DESTINATION_URL: '${destination.url}',
        DESTINATION_TOKEN: '${destination.token}',
        STATE_DIR: '${work}/state',
        ...env,
      },
      readyWithinMs: 15_000,
    },
    destination: { from: { kind: 'simulate', name: 'generic' } },
    logs: { from: 'process' },
    profiles: 'all',
    builtinProviders: ['mastodon', 'bluesky'],
    connection: {},
    deadlineMs: 300_000,
    secretVariables: [],
  }
}
