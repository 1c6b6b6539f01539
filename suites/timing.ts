import type { CaseContext } from '../harness/checks/context.ts'
import { expectUnauthorized } from '../harness/checks/expect.ts'
import { Inconclusive, Violation } from '../harness/checks/verdict.ts'
import { wrongTokens } from './wrong-tokens.ts'

/** R15: at most 1 000 requests. */
const pairs = 400

/** Far beyond what noise gives on a busy machine; a leak of less than this cannot be told from outside. */
const gross = 10

/**
 * Compares how long a token is refused that is wrong in its first character with one that is wrong in its last: the two
 * interleaved, the slowest tenth of each left out, Welch's t over the rest. "Not found" is not "constant time".
 */
export async function expectNoGrossLeak({ connector, secrets, signal }: CaseContext): Promise<void> {
  const sides = (['wrong-first', 'wrong-last'] as const).map((name) => {
    const authorization = wrongTokens[name](connector.token) ?? []
    secrets.add('rejected token', name, authorization[0]?.replace('Bearer ', '') ?? '')
    return { authorization, times: [] as number[] }
  })
  for (let pair = 0; pair < pairs && !signal.aborted; pair += 1) {
    for (const { authorization, times } of pair % 2 === 0 ? sides : sides.toReversed()) {
      const exchange = await connector.send({ ...connector.request('manifest'), authorization })
      if (exchange.kind === 'answer' && exchange.status === 429) {
        throw new Inconclusive(`the connector locks out wrong tokens after ${2 * pair} of them`)
      }
      expectUnauthorized(exchange)
      times.push(exchange.millis)
    }
  }
  const [first, last] = sides.map(({ times }) => summary(times))
  if (!first || !last) return
  const t = (last.mean - first.mean) / Math.sqrt(first.variance / first.count + last.variance / last.count)
  if (t < gross) return
  throw new Violation(
    'refusals that take as long for a token wrong at the end as for one wrong at the beginning',
    `a difference of ${((last.mean - first.mean) * 1000).toFixed(0)} µs (t = ${t.toFixed(0)})`,
  )
}

function summary(times: readonly number[]): {
  readonly mean: number
  readonly variance: number
  readonly count: number
} {
  const kept = times.toSorted((a, b) => a - b).slice(0, Math.ceil(times.length * 0.9))
  const mean = kept.reduce((sum, time) => sum + time, 0) / kept.length
  const variance = kept.reduce((sum, time) => sum + (time - mean) ** 2, 0) / Math.max(1, kept.length - 1)
  return { mean, variance: variance || Number.EPSILON, count: kept.length }
}
