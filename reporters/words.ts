import type { CaseResult, Counts } from '../harness/run/result.ts'
import type { RunDocument } from './run-document.ts'

/** The verdict on the whole run in plain words. A partial run is never said to conform. */
export function verdictSentence({ header, results, footer }: RunDocument): string {
  const musts = results.filter(({ level }) => level === 'must')
  const failed = count(musts, 'fail')
  const open = count(musts, 'inconclusive')
  const passed = count(musts, 'pass')
  switch (footer.exitCode) {
    case 0:
      return header.plan.full
        ? `This connector conforms: ${mustCases(passed)} passed, none inconclusive.`
        : `The selected cases conform: ${mustCases(passed)} passed. The others were not run.`
    case 1:
      return `This connector does not conform: ${mustCases(failed)} failed${open > 0 ? `, ${open} inconclusive` : ''}.`
    case 3:
      return notDecided(passed, open, footer.complete)
    case 130:
      return `Interrupted: ${failed > 0 ? `${mustCases(failed)} had failed by then` : 'nothing is decided'}.`
    default:
      return harnessFailed(count(results, 'error'), failed)
  }
}

function notDecided(passed: number, open: number, complete: boolean): string {
  if (open > 0) return `Not decided: ${mustCases(open)} inconclusive, ${passed} passed, none failed.`
  return complete
    ? 'Not decided: no must case was executed.'
    : 'Not decided: the run ended before every case was executed.'
}

function harnessFailed(errors: number, failed: number): string {
  const where = errors > 0 ? ` in ${plural(errors, 'case')}` : ''
  const too = failed > 0 ? ` ${mustCases(failed)} of the connector failed.` : ''
  return `Not decided: touchstone itself failed${where}.${too}`
}

/** How many of each, as far as there are any. */
export const countsLine = (counts: Counts): string => [`${counts.pass} passed`, ...notPassed(counts)].join(', ')

/** The same without those that passed. */
export function notPassed(counts: Counts): readonly string[] {
  const parts = [
    counts.fail > 0 && `${counts.fail} failed`,
    counts.error > 0 && plural(counts.error, 'error'),
    counts.inconclusive > 0 && `${counts.inconclusive} inconclusive`,
    counts.warning > 0 && plural(counts.warning, 'warning'),
    counts.inapplicable > 0 && `${counts.inapplicable} not applicable`,
  ]
  return parts.filter((part) => part !== false)
}

/** What these results do not say although a reader may think so. */
export function caveats({ results }: RunDocument): readonly string[] {
  const restarted = results.some(({ check, outcome }) => check === 'restart' && outcome.verdict === 'pass')
  return restarted
    ? ['Restarts were tested with SIGKILL, which keeps the page cache: nothing is said about power loss.']
    : []
}

export const plural = (many: number, noun: string): string => `${many} ${noun}${many === 1 ? '' : 's'}`

export function duration(millis: number): string {
  if (millis < 1_000) return `${Math.round(millis)} ms`
  if (millis < 59_950) return `${(millis / 1_000).toFixed(1)} s`
  const seconds = Math.round(millis / 1_000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

const mustCases = (many: number): string => plural(many, 'must case')

const count = (results: readonly CaseResult[], verdict: CaseResult['outcome']['verdict']): number =>
  results.filter(({ outcome }) => outcome.verdict === verdict).length
