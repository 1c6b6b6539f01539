import { type Case, type Check, defineCheck } from '../harness/checks/define.ts'
import { Inapplicable } from '../harness/checks/verdict.ts'
import { defineCase } from './define.ts'
import { changed, expectFreeAfterRefusal, expectRefusedUnwritten } from './refused-publish.ts'

/** Null: cannot be made from this revision. Undefined: the member is left out. */
type Stale = (current: string) => string | undefined | null

function refuses(slug: string, title: string, stale: Stale): Case {
  return defineCase({
    id: `stale-revision/${slug}`,
    title,
    requirements: ['11.4', '4.2.4', '11-validate', '7.1.8', 'R1-publish', 'R-rev', 'R12b'],
    needs: ['destination'],
    async run(context) {
      const { connector, profile } = context
      const revision = stale(connector.manifest.capability_revision)
      if (revision === null) throw new Inapplicable('R-rev: the current revision cannot be changed this way')
      await connector.publishAccepted(connector.operation(profile))
      const { operation } = await expectRefusedUnwritten(context, (each) => ({
        body: changed(each, { capability_revision: revision }),
      }))
      await expectFreeAfterRefusal(context, operation)
    },
  })
}

export const staleRevision: Check = defineCheck({
  id: 'stale-revision',
  title: 'rejects an old capability revision before writing',
  cases: [
    refuses('suffix', 'refuses the current revision with something appended', (current) => `${current}-old`),
    refuses('prefix', 'refuses a prefix of the current revision', (current) =>
      current.length > 1 ? current.slice(0, -1) : null,
    ),
    refuses('letter-case', 'refuses the current revision in other letter case', (current) => {
      const other = current === current.toUpperCase() ? current.toLowerCase() : current.toUpperCase()
      return other === current ? null : other
    }),
    refuses('empty', 'refuses an empty revision', () => ''),
    refuses('absent', 'refuses a publish without a revision', () => undefined),
    refuses('sorts-before', 'refuses a revision that sorts before the current one', (current) =>
      neighbour(current, -1),
    ),
    refuses('sorts-after', 'refuses a revision that sorts after the current one', (current) => neighbour(current, 1)),
    refuses('other', 'refuses a revision that has nothing in common with the current one', () => 'touchstone-unknown'),
  ],
})

/** The revision before or after, as a connector that compares by order would see it: `r-9` and `r-11` for `r-10`. */
function neighbour(current: string, step: 1 | -1): string {
  const number = /\d+(?=\D*$)/.exec(current)
  const value = Number(number?.[0])
  if (number && Number.isSafeInteger(value) && value + step >= 0) {
    const next = String(value + step).padStart(number[0].length, '0')
    return current.slice(0, number.index) + next + current.slice(number.index + number[0].length)
  }
  return (step < 0 ? '!' : '~') + current
}
