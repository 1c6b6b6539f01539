import type { Finding, History } from '../history/index.ts'
import { judge, undecided } from '../history/index.ts'
import { itemsHint } from '../checks/destination-control.ts'
import { Inconclusive } from '../checks/verdict.ts'
import { Broken } from './broken.ts'
import { isQuiet, type Scene } from './scene.ts'

/** Counts the items, where nothing can change their number, and judges the history so far. Throws {@link Broken}. */
export async function look(scene: Scene, history: History): Promise<void> {
  const { context, operation } = scene
  const destination = context.available.destination
  const canCount = destination?.gate.learned.write !== undefined && isQuiet(scene)
  if (destination && canCount) {
    const items = await destination.count(operation)
    const others = scene.other === undefined ? 0 : await destination.count(scene.other)
    if (destination.witness.exact && others > 0 && items + others > 1) {
      throw new Broken(
        'I1',
        'at most one destination item for one operation',
        `${items + others} items, one of them with the other content`,
      )
    }
  }
  const events = history.operation(operation.id)
  const found = worst(judge(events).filter(({ level }) => level === 'must'))
  if (found) throw new Broken(found.invariant, found.expected, found.actual)
}

/** A second item outranks whatever gave it away; otherwise what showed first. */
export const worst = (findings: readonly Finding[]): Finding | undefined =>
  findings.find(({ invariant }) => invariant === 'I1') ?? findings[0]

/** At the end of a schedule: a number of items that only a better witness could tell makes it inconclusive. */
export function expectDecided({ operation }: Scene, history: History): void {
  const open = undecided(history.operation(operation.id))
  if (open !== undefined) throw new Inconclusive(open, itemsHint)
}
