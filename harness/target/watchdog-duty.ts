import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { signalGroup } from './child.ts'
import { startTime } from './start-time.ts'
import type { Notice } from './watchdog.ts'
import { workFolderPrefix } from './work-folder.ts'

/** Listens until the input ends. Without a goodbye before, the harness was killed: then kills and removes what is left. */
export const attend = async (input: Readable): Promise<void> => {
  const groups = new Map<number, string | null>()
  const folders = new Set<string>()
  for await (const line of createInterface({ input })) {
    const notice = parse(line)
    switch (notice?.notice) {
      case 'group':
        groups.set(notice.leader, notice.started)
        break
      case 'gone':
        groups.delete(notice.leader)
        break
      case 'folder':
        folders.add(notice.path)
        break
      case 'folder gone':
        folders.delete(notice.path)
        break
      case 'goodbye':
        return
      case undefined:
        break
    }
  }
  for (const [leader, started] of groups) if (isStill(leader, started)) signalGroup(leader, 'SIGKILL')
  for (const path of folders) remove(path)
}

/** Undefined for a last line that the harness could not finish. */
const parse = (line: string): Notice | undefined => {
  try {
    return JSON.parse(line) as Notice
  } catch {
    return undefined
  }
}

/** False only when the pid now belongs to another process. A leader that ended may have left members behind. */
const isStill = (leader: number, started: string | null): boolean => {
  const now = startTime(leader)
  return started === null || now === null || now === started
}

const remove = (path: string): void => {
  if (!basename(path).startsWith(workFolderPrefix)) return
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
