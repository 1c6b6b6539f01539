import type { RequestPattern } from '../target/configuration.ts'
import type { Book } from './book.ts'
import { GateError } from './gate-error.ts'
import { patternOf } from './pattern.ts'

/** Finds out which requests a health call of the connector causes. */
export interface HealthLearning {
  readonly learned: readonly RequestPattern[]
  during<Value>(work: () => Promise<Value>): Promise<Value>
}

/** Once may be chance: a connector that looks for work at its destination does so at any time. */
const oftenEnough = 2

export function createHealthLearning(book: Book, pinned: readonly RequestPattern[]): HealthLearning {
  const seen = new Map<string, { readonly pattern: RequestPattern; times: number }>()
  let isOn = false

  const note = (method: string, path: string): void => {
    const pattern = patternOf(method, path, () => false)
    const key = `${pattern.method} ${pattern.path}`
    const before = seen.get(key)
    if (before) before.times += 1
    else seen.set(key, { pattern, times: 1 })
  }

  return {
    get learned() {
      if (pinned.length > 0) return pinned
      return [...seen.values()].flatMap(({ pattern, times }) => (times >= oftenEnough ? [pattern] : []))
    },
    async during(work) {
      if (isOn) throw new GateError('misuse', 'a health call is being watched already')
      isOn = true
      try {
        const before = book.attempts()
        const wasQuiet = before.every(({ ended }) => ended !== undefined)
        const value = await work()
        const came = book.attempts().slice(before.length)
        const isQuiet = wasQuiet && came.every(({ operation }) => operation === undefined)
        for (const { method, path } of isQuiet ? came : []) note(method, path)
        return value
      } finally {
        isOn = false
      }
    },
  }
}
