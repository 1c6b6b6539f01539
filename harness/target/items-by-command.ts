import { runCommand } from './command.ts'
import type { Argv } from './raw-configuration.ts'
import { carrying, itemsAt, settled, toCount } from './listing.ts'
import type { ItemsConfiguration } from './configuration.ts'
import { expand } from './placeholders.ts'
import { ControlError } from './process-control.ts'
import { WitnessError } from './witness.ts'
import type { Witness } from './witness.ts'

export interface ItemsByCommandOptions {
  readonly config: Extract<ItemsConfiguration, { readonly kind: 'command' }>
  readonly cwd: string
  /** From `commandEnvironment`, with DESTINATION_TOKEN where there is one. */
  readonly env: NodeJS.ProcessEnv
  readonly work: string
  /** Bound of one listing; default 30 s. */
  readonly deadlineMs?: number
}

const defaultDeadlineMs = 30_000

/**
 * A command of the operator's own that prints a JSON array. When it is given the marker, what it prints is believed as it is;
 * otherwise the items whose JSON contains the marker count.
 */
export const itemsByCommand = ({ config, cwd, env, work, deadlineMs }: ItemsByCommandOptions): Witness => ({
  name: 'items',
  exact: true,
  count: (marker, signal) =>
    settled(async () => {
      const [program, ...rest] = config.command
      const values = { marker, work }
      const command: Argv = [expand(program, values), ...rest.map((argument) => expand(argument, values))]
      const printed = await runCommand({
        command,
        cwd,
        env,
        signal,
        deadlineMs: deadlineMs ?? defaultDeadlineMs,
      }).catch((error: unknown) => {
        throw error instanceof ControlError ? new WitnessError(`destination.items.command: ${error.message}`) : error
      })
      const items = itemsAt('', parse(printed))
      const selective = config.command.some((argument) => argument.includes('${marker}'))
      return toCount(selective ? items : carrying(marker, items), config.id)
    }),
})

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new WitnessError('destination.items.command did not print JSON')
  }
}
