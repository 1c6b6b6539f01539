import * as assert from 'uvu/assert'
import type { Verification } from '../verify/verification.ts'

/** What became of an attempt to alter what is kept. */
export type Outcome =
  /** The database refused, and everything is as it was; `by` names the error or SQLSTATE. */
  | { readonly is: 'rejected'; readonly by: string }
  /** No error, and everything is as it was. */
  | { readonly is: 'without effect'; readonly by: string }
  /** It took effect, and `by` gives it away: kinds of problems of `verify`, or what `append` says. */
  | { readonly is: 'detected'; readonly by: string }
  /** It took effect, and nothing shows; `by` says what would. */
  | { readonly is: 'not seen'; readonly by: string }

/** One attempt, by one kind of user, and what was seen of it. */
export interface AttackRow {
  /** As in the list of attacks: S3, P21. */
  readonly id: string
  /** In words and SQL, for people. */
  readonly what: string
  /** Who does it: any client, the writer, the owner, a superuser, whoever has the file. */
  readonly who: string
  readonly outcome: Outcome
}

/** The kinds of problems that `verify` names, the first first, separated by commas. */
export const detection = ({ problems }: Verification): Outcome => {
  const kinds = [...new Set(problems.map(({ kind }) => kind))]
  return kinds.length > 0 ? { is: 'detected', by: kinds.join(', ') } : { is: 'not seen', by: 'nothing' }
}

export function expectOutcome(seen: Outcome, expected: Outcome, what: string): void {
  assert.is(seen.is, expected.is, `${what}: ${seen.is} by ${seen.by}`)
  assert.ok(seen.by.includes(expected.by), `${what}: expected ${expected.by} in ${seen.by}`)
}

/** One section of docs/ledger-attacks.md. */
export const attackTable = (title: string, rows: readonly AttackRow[]): string =>
  [
    `## ${title}`,
    '',
    '| # | attempt | by whom | what became of it | by what |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(tableLine),
    '',
  ].join('\n')

/** Whether the page has a line for what was seen, however its columns are aligned. */
export const hasRow = (page: string, row: AttackRow): boolean =>
  page.split('\n').some((line) => line.replaceAll(/ +/g, ' ') === tableLine(row))

const tableLine = ({ id, what, who, outcome: { is, by } }: AttackRow): string =>
  `| ${id} | ${what} | ${who} | ${is} | ${by.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')} |`
