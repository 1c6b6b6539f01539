import { createHash } from 'node:crypto'
import { type GateInput, type GateProblem, gateRules } from '../../ledger/claims/index.ts'

interface Judged {
  readonly claims: number
  readonly problems: readonly GateProblem[]
}

/** For people: every problem under its rule, and the last line with the verdict. */
export const gateReport = ({ claims, problems }: Judged, input: GateInput, path: string): string =>
  [
    ...rulesOf(problems).flatMap(([rule, broken]) => [`${rule}: ${gateRules[rule]}`, ...broken.map(line)]),
    problems.length === 0
      ? `may be released: ${counted(claims, 'claim')} in ${path}, ${digestOf(input.file.bytes)}`
      : `REFUSED: ${counted(problems.length, 'problem')} with ${counted(claims, 'claim')} in ${path}`,
    '',
  ].join('\n')

/** Rules in the order in which they were found broken, each once. */
function rulesOf(
  problems: readonly GateProblem[],
): readonly (readonly [GateProblem['rule'], readonly GateProblem[]])[] {
  const rules = [...new Set(problems.map(({ rule }) => rule))]
  return rules.map((rule) => [rule, problems.filter((each) => each.rule === rule)])
}

const line = ({ claim, says }: GateProblem): string => `  ${claim === undefined ? '' : `${claim}: `}${says}`

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
