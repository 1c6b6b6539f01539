import type { CaseResult } from '../harness/run/result.ts'

/** The command that runs one case again with the same generated input; safe to paste into a shell. */
export function replayCommand({ id, profile }: CaseResult, seed: number, target: readonly string[]): string {
  // The connector chose the id of its profile: one outside the ID format (§2.4) does not get into a command.
  const only =
    profile !== undefined && /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/.test(profile) ? ['--profile', profile] : []
  return ['touchstone', 'run', ...target, '--only', id, ...only, '--seed', String(seed)].map(shellWord).join(' ')
}

const shellWord = (word: string): string =>
  /^[A-Za-z0-9._:/@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
