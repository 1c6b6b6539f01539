import { join } from 'node:path'
import { commandEnvironment } from './command.ts'
import { commandLogs } from './command-logs.ts'
import type { LogsConfiguration } from './configuration.ts'
import { fileLogs } from './file-logs.ts'
import { noLogs } from './logs.ts'
import type { LogControl } from './logs.ts'
import { processLogs } from './process-logs.ts'

export interface OpenLogsOptions {
  /** With every placeholder replaced. */
  readonly config: LogsConfiguration
  /** Working directory of a log command. */
  readonly folder: string
  /** Where captured output is kept. */
  readonly work: string
  readonly environment: NodeJS.ProcessEnv
  /** Names of variables that a log command does not see. */
  readonly removed: readonly string[]
}

const deadlineMs = 30_000

/** Begins to capture. Open it before the connector is started. */
export const openLogs = ({ config, folder, work, environment, removed }: OpenLogsOptions): LogControl => {
  const file = join(work, 'touchstone-captured.log')
  switch (config.from) {
    case 'process':
      return processLogs(file)
    case 'files':
      return fileLogs(config.files)
    case 'command': {
      const env = commandEnvironment(environment, removed)
      return commandLogs({ command: config.command, cwd: folder, env, deadlineMs }, file)
    }
    case 'none':
      return noLogs()
  }
}
