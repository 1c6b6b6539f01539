import { type CaseResult, countVerdicts, type Plan, type RunEvent } from '../harness/run/index.ts'
import { countsLine, plural } from '../reporters/words.ts'

/** For a log that nobody rewrites: one line whenever the last case of a check has ended. */
export function finishedChecks(plan: Plan): (event: RunEvent) => string | undefined {
  const ended = new Map<string, CaseResult>()
  const told = new Set<string>()
  let profiles: number | undefined

  return (event) => {
    if (event.type === 'prepared') profiles = event.profiles.length
    // Of a run that was never prepared the report says all there is to say.
    if (event.type !== 'case-ended' || profiles === undefined) return undefined
    const { result } = event
    ended.set(JSON.stringify([result.id, result.profile]), result)
    const own = [...ended.values()].filter(({ check }) => check === result.check)
    const cases = plan.cases.filter(({ id }) => id.startsWith(`${result.check}/`))
    const runs = cases.reduce((sum, { each }) => sum + (each === 'profile' ? Math.max(1, profiles ?? 0) : 1), 0)
    if (own.length < runs || told.has(result.check)) return undefined
    told.add(result.check)
    const many =
      runs === cases.length ? plural(runs, 'case') : `${plural(cases.length, 'case')}, ${plural(runs, 'run')}`
    return `${result.check}: ${many}, ${countsLine(countVerdicts(own))}\n`
  }
}
