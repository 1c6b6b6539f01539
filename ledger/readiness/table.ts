import { stateOfBlocker, states } from './decision.ts'
import { nextAction } from './next-action.ts'
import type { Projection, ProviderItem } from './projection.ts'

const columns = ['PROVIDER', 'STATE', 'APP', 'ACCOUNTS', 'BLOCKERS', 'NEXT ACTION'] as const

/** The projection as a table that people read. A healthy line is quiet: no blocker, nothing to do. */
export function readinessTable({ providers }: Projection): string {
  const rows = [columns, ...providers.map(row)]
  const widths = columns.map((_, index) => Math.max(...rows.map((cells) => [...(cells[index] ?? '')].length)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => cell + ' '.repeat(Math.max(0, (widths[index] ?? 0) - [...cell].length)))
      .join('  ')
      .trimEnd()
  return `${rows.map(line).join('\n')}\n`
}

function row(item: ProviderItem): readonly string[] {
  const issues = mostSeriousFirst(item)
  const [first] = issues
  const [shown = '', ...more] = issues
  return [
    item.provider,
    item.state,
    item.configured_app_state,
    String(item.connected_accounts),
    more.length === 0 ? shown : `${shown} and ${more.length} more`,
    first === undefined ? '' : nextAction[first],
  ]
}

/** The sorted list serves machines; people want the one thing to do next. */
const mostSeriousFirst = ({ blocking_issues = [] }: ProviderItem): NonNullable<ProviderItem['blocking_issues']> =>
  blocking_issues.toSorted((a, b) => states.indexOf(stateOfBlocker[a]) - states.indexOf(stateOfBlocker[b]))
