import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { hasSetting, listProcesses, type Process } from './processes.ts'

/** A process and everything it started, also what has left its group or lost its parent since. */
export interface Family extends Disposable {
  /** The members other than the first that are still there once they had `graceMs` to go. */
  survivors(graceMs: number): Promise<readonly Process[]>
  kill(): void
}

const everyMs = 250

/**
 * Follows a process that leads its own group. A descendant is known by its parent, by its group or session, or by `setting`,
 * a line of its environment nobody else has: each alone can be lost by a process that detaches itself.
 */
export function follow(root: number, setting: string): Family {
  const known = new Map<number, string>()
  const look = (): Process[] => {
    const all = listProcesses()
    const isMember = (one: Process): boolean =>
      known.get(one.pid) === one.start || one.pid === root || one.group === root || one.session === root
    const members = new Set(all.filter(isMember).map((one) => one.pid))
    for (let size = 0; size < members.size;) {
      size = members.size
      for (const one of all) if (members.has(one.parent)) members.add(one.pid)
    }
    const family = all.filter((one) => members.has(one.pid))
    for (const one of family) known.set(one.pid, one.start)
    return family
  }
  const everyone = (): Process[] => {
    for (const one of listProcesses()) if (hasSetting(one.pid, setting)) known.set(one.pid, one.start)
    return look()
  }
  const timer = setInterval(look, everyMs)
  look()
  return {
    async survivors(graceMs) {
      const end = performance.now() + graceMs
      for (;;) {
        const left = everyone().filter((one) => one.pid !== root)
        if (left.length === 0 || performance.now() > end) return left
        await pause(20)
      }
    },
    kill() {
      kill(-root)
      for (const one of everyone()) kill(one.pid)
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
