import process from 'node:process'
import { join } from 'node:path'
import type { Shape } from '../../fixtures/index.ts'
import { makePlan } from '../../harness/run/index.ts'
import { checks } from '../../suites/index.ts'
import { drive, interruptible } from '../drive.ts'
import { referenceConfiguration } from '../reference-configuration.ts'
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
  const documents: string[] = []
  const code = await interruptible(async (signal) => {
    let exit = 0
    for (const shape of ['immediate', 'asynchronous'] as const) {
      if (!settings.json && settings.look.verbosity !== 'quiet') {
        process.stdout.write(`\nReference connector, ${shape} shape: ${words[shape]}\n`)
      }
      const one = await drive({
        configuration: await referenceConfiguration(shape),
        plan,
        settings: { ...settings, out: join(settings.out, shape), shownOut: join(settings.shownOut, shape) },
        signal,
        ...(settings.json ? { print: (text: string) => void documents.push(text.trimEnd()) } : {}),
      })
      exit = worse(exit, one)
      if (signal.aborted) break
    }
    return exit
  })
  // Two documents in a row would not be JSON.
  if (settings.json) process.stdout.write(`[\n${documents.join(',\n')}\n]\n`)
  return code
}

/** The order of design §2: a connector that does not conform outranks what is not decided. */
const worse = (a: number, b: number): number => (rank.indexOf(a) < rank.indexOf(b) ? a : b)

const rank = [130, 4, 2, 1, 3, 0]
