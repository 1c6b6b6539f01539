import process from 'node:process'
import { join } from 'node:path'
import { referenceConnectorEntry, type Shape, shapes } from '../../fixtures/index.ts'
import { makePlan } from '../../harness/run/index.ts'
import { type Configuration, freePortBelowEphemeral } from '../../harness/target/index.ts'
import { checks } from '../../suites/index.ts'
import { drive, interruptible } from '../drive.ts'
import { readRunSettings } from '../run-options.ts'
import type { Arguments } from './index.ts'

const words = {
  immediate: 'answers with the published result',
  asynchronous: 'answers pending and publishes in the background',
} as const satisfies Record<Shape, string>

/** Drives both shapes of the reference connector with every control, one after the other. */
export async function demo(options: Arguments): Promise<number> {
  const settings = readRunSettings(options)
  const plan = makePlan(checks)
  return interruptible(async (signal) => {
    let worst = 0
    for (const shape of shapes) {
      if (!settings.json && settings.look.verbosity !== 'quiet') {
        process.stdout.write(`\nReference connector, ${shape} shape: ${words[shape]}\n`)
      }
      const exit = await drive({
        configuration: await referenceConfiguration(shape),
        plan,
        settings: { ...settings, out: join(settings.out, shape) },
        signal,
      })
      worst = Math.max(worst, exit)
      if (signal.aborted) break
    }
    return worst
  })
}

/** What a touchstone.yaml for the reference connector says. */
export async function referenceConfiguration(
  shape: Shape,
  entry: readonly string[] = [referenceConnectorEntry],
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
