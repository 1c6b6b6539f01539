import { createHash } from 'node:crypto'
import type { CaseResult } from '../harness/run/result.ts'

/**
 * The command that runs one failed case again; safe to paste into a shell. With the folder of the reports it names the case
 * file there, which holds all it takes; without one it names the connector, the case and the seed of the generated input.
 */
export function replayCommand(result: CaseResult, seed: number, target: readonly string[], folder?: string): string {
  if (folder !== undefined) {
    return replayOfFile(`${folder.replace(/\/+$/, '')}/${caseFile(result)}`)
  }
  const { id, profile } = result
  const only = profile !== undefined && isId(profile) ? ['--profile', profile] : []
  return command(['run', ...target, '--only', id, ...only, '--seed', String(seed)])
}

/** The command that does again what a case file says. */
export const replayOfFile = (path: string): string => command(['replay', path])

/** The command that runs the connector with the same seed; `target` are its words, and what else narrows the run. */
export const wholeRunCommand = (seed: number, target: readonly string[]): string =>
  command(['run', ...target, '--seed', String(seed)])

/** Where the file of a failed case stands in the folder of the reports. */
export const caseFile = ({ id, profile }: Pick<CaseResult, 'id' | 'profile'>): string =>
  `cases/${id}${profile === undefined ? '' : `@${fileWord(profile)}`}.json`

/** The connector chose the id of its profile: one outside the ID format (§2.4) gets neither into a command nor a name. */
const isId = (profile: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/.test(profile)

const longestFileWord = 120

/** A profile id may hold characters that a file name may not, or be longer than one. */
function fileWord(profile: string): string {
  const word = encodeURIComponent(isId(profile) ? profile : '')
  if (word !== '' && word.length <= longestFileWord) return word
  return createHash('sha256').update(profile).digest('hex').slice(0, 16)
}

const command = (words: readonly string[]): string => ['touchstone', ...words].map(shellWord).join(' ')

const shellWord = (word: string): string =>
  /^[A-Za-z0-9._:/@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
