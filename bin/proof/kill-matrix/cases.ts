import { levelOf } from '../../../harness/run/index.ts'
import { checks, requirements } from '../../../suites/index.ts'

/** Every case in the order of the checks. */
export const cases: readonly {
  readonly id: string
  readonly check: string
  readonly level: 'must' | 'should'
  readonly requirements: readonly string[]
}[] = checks.flatMap((check) =>
  check.cases.map((each) => ({
    id: each.id,
    check: check.id,
    level: levelOf(each, requirements),
    requirements: each.requirements,
  })),
)

const musts = new Set(cases.filter(({ level }) => level === 'must').map(({ id }) => id))

export const isMust = (id: string): boolean => musts.has(id)
