import { readdirSync, readFileSync } from 'node:fs'

export interface Process {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** Tells a process from a later one with the same pid. */
  readonly start: string
  readonly command: string
}

/** Every process that is not a zombie. Empty where there is no `/proc`. */
export function listProcesses(): Process[] {
  return pids().flatMap((pid) => readProcess(pid) ?? [])
}

/** Whether a process was started with this setting in its environment; false for another user's process. */
export function hasSetting(pid: number, setting: string): boolean {
  return read(`/proc/${pid}/environ`)?.split('\0').includes(setting) ?? false
}

function pids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

function readProcess(pid: number): Process | null {
  const stat = read(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The program's name, field 2, may hold spaces and parentheses.
  const [state, parent, group, session, ...more] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === 'Z' || state === 'X') return null
  const command = (read(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim()
  return { pid, parent: Number(parent), group: Number(group), session: Number(session), start: more[15] ?? '', command }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return null
  }
}
