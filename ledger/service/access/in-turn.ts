import { ServiceProblem } from '../problem.ts'

/**
 * Runs work a few at a time, since it takes much memory; the others wait, and when too many do, nobody else may.
 * @throws ServiceProblem `busy`
 */
export function inTurn(atOnce: number, mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new ServiceProblem('busy', 'Too many are waiting.', { retry_after: 5 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      // Whoever waits takes over the place.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
