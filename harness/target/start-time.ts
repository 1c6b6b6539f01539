import { readFileSync } from 'node:fs'

/** Field 22 of `/proc/<pid>/stat`, which tells a process from a later one with the same pid; null where there is none. */
export const startTime = (pid: number): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The program's name, field 2, may hold spaces and parentheses.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
