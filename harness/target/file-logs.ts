import { followFile } from './followed-file.ts'
import type { LogControl } from './logs.ts'

/** Log files, each from its size at this moment on. */
export const fileLogs = (files: readonly string[]): LogControl => {
  const followed = files.map(followFile)
  return {
    kind: 'files',
    bytes: () => followed.reduce((sum, file) => sum + file.bytes(), 0),
    complete: async () => undefined,
    read: async (onChunk) => {
      for (const file of followed) await file.read(onChunk)
    },
    gaps: () => followed.flatMap((file) => file.gaps()),
    [Symbol.dispose]: () => {
      for (const file of followed) file[Symbol.dispose]()
    },
  }
}
