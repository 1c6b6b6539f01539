import { openCaptureFile } from './capture-file.ts'
import type { CaptureFile } from './capture-file.ts'
import { runCommand } from './command.ts'
import type { Command } from './command.ts'
import type { LogControl } from './logs.ts'

/** What a command such as `docker logs` prints, on stdout and stderr, when the run is `complete`; kept in `file`. */
export const commandLogs = (command: Command, file: string, limit?: number): LogControl => {
  let capture: CaptureFile | undefined
  let failure: string | undefined
  return {
    kind: 'command',
    bytes: () => capture?.bytes() ?? 0,
    complete: async () => {
      capture?.[Symbol.dispose]()
      const taken = openCaptureFile(file, limit)
      capture = taken
      failure = await runCommand({ ...command, onOutput: (chunk) => taken.write(chunk) }).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
    },
    read: async (onChunk) => capture?.read(onChunk),
    gaps: () => [
      ...(capture ? capture.gaps() : ['the log command has not been run yet']),
      ...(failure === undefined ? [] : [failure]),
    ],
    [Symbol.dispose]: () => capture?.[Symbol.dispose](),
  }
}
