import type { Manifest } from '../../harness/protocol/index.ts'
import type { Configuration } from '../../harness/target/index.ts'
import type { Subject } from '../../ledger/record/index.ts'
import { printable } from '../../reporters/index.ts'

/** What live evidence is about to post, where, and on whose behalf: told before the first post, which nobody can take back. */
export function postsLines(
  { connector, connection }: Pick<Configuration, 'connector' | 'connection'>,
  { provider, implementation_version }: Manifest,
  wished: readonly Pick<Subject, 'output_profile' | 'operation'>[],
  conceal: (text: string) => string,
): string {
  const profiles = [...new Set(wished.map(({ output_profile }) => output_profile))]
  return [
    `live evidence: posts ${wished.length} items, one for each profile immediate and one scheduled`,
    `  connector    ${connector.url}`,
    `  provider     ${provider.id}, version ${implementation_version}`,
    // The connector names its accounts; what it says of them is nobody's but the operator's.
    `  account      the first that it offers workspace ${connection.workspaceId ?? ''}`,
    `  profiles     ${profiles.join(', ')}`,
  ]
    .map((line) => `${printable(conceal(line))}\n`)
    .join('')
}
