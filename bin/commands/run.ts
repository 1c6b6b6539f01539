import { makePlan } from '../../harness/run/index.ts'
import { checks } from '../../suites/index.ts'
import { drive, interruptible } from '../drive.ts'
import { readTarget } from '../recorded-target.ts'
import { readRunSettings } from '../run-options.ts'
import type { Arguments } from './index.ts'

export async function runCommand(options: Arguments): Promise<number> {
  const settings = readRunSettings(options)
  const only = options['only']
  const plan = makePlan(checks, Array.isArray(only) ? only.map(String) : [])
  const { configuration, target } = await readTarget(options)
  return interruptible((signal) => drive({ configuration, plan, settings, recorded: target, signal }))
}
