/** What uvu says of one process at its end. */
export interface Summary {
  readonly total: number
  readonly passed: number
  readonly skipped: number
}

const lines = /^ {2}Total: +(\d+)\n {2}Passed: +(\d+)\n {2}Skipped: +(\d+)\n {2}Duration: /gm

/** Every uvu summary in what a process printed; a sound test file prints exactly one. */
export function summaries(output: string): Summary[] {
  return [...output.matchAll(lines)].map(([, total, passed, skipped]) => ({
    total: Number(total),
    passed: Number(passed),
    skipped: Number(skipped),
  }))
}
