import type pg from 'pg'
import { catalogQuery } from './catalog-query.ts'
import { expectedCatalog } from './expected-catalog.ts'

/** What stands in the catalog, as lines of `what: how`. */
export async function readCatalog(client: Pick<pg.ClientBase, 'query'>): Promise<readonly string[]> {
  const { rows } = await client.query<{ what: string; how: string }>({ name: 'catalog', text: catalogQuery })
  // Expressions come in several lines.
  return rows.map(({ what, how }) => `${what}: ${how.replaceAll(/\s+/g, ' ')}`)
}

/** How the catalog differs from the one that the migration makes, in sentences. */
export function catalogProblems(found: readonly string[]): readonly string[] {
  const expected = expectedCatalog.trim().split('\n')
  const missing = new Map(difference(expected, found).map(split))
  const sentences = difference(found, expected).map((line) => {
    const [what, how] = split(line)
    const before = missing.get(what)
    missing.delete(what)
    return before === undefined
      ? `${what} is not ours: ${how}`
      : `${what} is not as we made it: ${how}; it was: ${before}`
  })
  return [...sentences, ...[...missing.keys()].map((what) => `${what} is missing`)]
}

function difference(left: readonly string[], right: readonly string[]): readonly string[] {
  const others = new Set(right)
  return left.filter((line) => !others.has(line))
}

function split(line: string): [what: string, how: string] {
  const at = line.indexOf(': ')
  return [line.slice(0, at), line.slice(at + 2)]
}
