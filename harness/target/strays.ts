import { readdirSync, readFileSync } from 'node:fs'

/** By this variable a process is known that left the group of the connector, a daemon for one. */
export const strayVariable = 'TOUCHSTONE_CONNECTOR'

/** Ends every process that inherited this value. Nothing happens where the system has no `/proc`. */
export const endStrays = (value: string): void => {
  for (const pid of processIds()) {
    if (pid === process.pid || !inherits(pid, `${strayVariable}=${value}`)) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone by itself in the meantime, or somebody else's.
    }
  }
}

const processIds = (): readonly number[] => {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

const inherits = (pid: number, variable: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(variable)
  } catch {
    return false
  }
}
