import { openCaptureFile } from './capture-file.ts'
import type { LogControl } from './logs.ts'

/** The output of a process of our own, stdout and stderr in the order of their arrival, kept in `file`. */
export const processLogs = (file: string, limit?: number): LogControl => {
  const capture = openCaptureFile(file, limit)
  return {
    kind: 'process',
    sink: capture,
    bytes: () => capture.bytes(),
    complete: async () => undefined,
    read: (onChunk) => capture.read(onChunk),
    gaps: () => capture.gaps(),
    [Symbol.dispose]: () => capture[Symbol.dispose](),
  }
}
