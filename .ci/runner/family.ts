import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { hasSetting, listProcesses, type Process } from './processes.ts'

/** A process and everything it started, also what has left its group or lost its parent since. */
export interface Family extends Disposable {
  /** The members other than the first that are still there once they had `graceMs` to go. */
  survivors(graceMs: number): Promise<readonly Process[]>
  kill(): void
}

/** Where a test process notes, in its temporary folder, what is left of its children at its end. */
export const childrenFile = '.children'

const everyMs = 250

/**
 * Follows a process that leads its own group and has this temporary folder to itself. A descendant is known by its parent,
 * its group or session, its TMPDIR, or a note: a process that detaches itself can lose any of them.
 */
export function follow(root: number, temporary: string): Family {
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
    for (const one of listProcesses()) if (hasSetting(one.pid, `TMPDIR=${temporary}`)) known.set(one.pid, one.start)
    for (const [pid, start] of noted(temporary)) known.set(pid, start)
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

function noted(temporary: string): [pid: number, start: string][] {
  try {
    const lines = readFileSync(join(temporary, childrenFile), 'utf8').trim().split('\n')
    return lines.map((line) => line.split(' ')).map(([pid, start]) => [Number(pid), start ?? ''])
  } catch {
    return []
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
