import { eachOf } from '../../../harness/checks/poll.ts'
import { besiege, type Seen } from './besiege.ts'
import { findings } from './findings.ts'
import type { Siege } from './siege.ts'

/** A siege with what came of it. */
export interface Withstood {
  readonly siege: Siege
  readonly seen: Seen
  readonly findings: readonly string[]
}

// Most of them wait for something, or for each other's processor.
const lanes = 4

/** All sieges, several at the same time; `told` hears of each as it ends. */
export const withstand = (
  sieges: readonly Siege[],
  told: (one: Withstood) => void = () => undefined,
): Promise<readonly Withstood[]> =>
  eachOf(sieges, lanes, async (siege) => {
    const seen = await besiege(siege)
    const one = { siege, seen, findings: findings(siege, seen) }
    told(one)
    return one
  })
