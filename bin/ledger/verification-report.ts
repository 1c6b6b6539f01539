import type { Problem, Verification } from '../../ledger/store/index.ts'

/** For people: what was found in each ledger, and everything that is wrong. */
export function verificationReport(verification: Verification, shown: string, heldFile: string): string {
  const { ok, heads, checkpoints, problems, problemCount } = verification
  const sizes = heads.map(
    ({ ledger, size, head }) =>
      `  ${ledger.padEnd(20)} ${records(size).padStart(16)}  ${size > 0 ? head.slice(0, 16) : ''}`,
  )
  return [
    shown,
    ...sizes.map((line) => line.trimEnd()),
    // Of a file that could not be read to its end nothing was compared.
    ...(problems.some(({ kind }) => kind === 'unreadable')
      ? []
      : [`  ${checkpointsIn(checkpoints)}`, `  ${heldSentence(verification, heldFile)}`]),
    ...(ok ? [] : ['', ...problems.map(problemLine)]),
    ...(problemCount > problems.length ? [`  … and ${problemCount - problems.length} more`] : []),
    ok ? 'verified: nothing was altered' : `NOT VERIFIED: ${firstOf(problems, problemCount)}`,
    '',
  ].join('\n')
}

const records = (count: number): string => `${count} ${count === 1 ? 'record' : 'records'}`

function checkpointsIn({ count, uncovered }: Verification['checkpoints']): string {
  if (count === 0) return 'no checkpoint: `touchstone ledger checkpoint` makes one'
  const made = `${count} ${count === 1 ? 'checkpoint' : 'checkpoints'}`
  return uncovered === 0 ? `${made} over all of them` : `${made}; ${records(uncovered)} appended since the newest one`
}

function heldSentence({ held }: Verification, file: string): string {
  switch (held) {
    case 'none':
      return 'no checkpoint is held outside: records taken from the end, or an older copy, would not be noticed'
    case 'matches':
      return `${file}, held outside, says the same`
    case 'contradicted':
      return `${file}, held outside, says something else`
  }
}

const problemLine = (problem: Problem): string => `  ${problem.kind.padEnd(10)} ${placeOf(problem)}${problem.says}`

const placeOf = ({ ledger, seq }: Problem): string =>
  ledger === undefined ? '' : `${ledger}${seq === undefined ? '' : ` ${seq}`}: `

function firstOf(problems: readonly Problem[], count: number): string {
  const first = problems.find(({ seq }) => seq !== undefined)
  const all = `${count} ${count === 1 ? 'problem' : 'problems'}`
  return first ? `${all}; the first bad record is ${first.ledger} ${first.seq}` : all
}
