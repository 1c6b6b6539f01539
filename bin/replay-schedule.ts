import { chancyTries, isChancy, neededControls, openLaboratory, type Trial } from '../harness/explore/index.ts'
import type { Laboratory, Undecided } from '../harness/explore/index.ts'
import type { OpenTarget } from '../harness/run/index.ts'
import type { FailedSchedule } from './case-file.ts'
import { type Replayed, type Try, unable, verdictOf } from './replay-verdict.ts'

/** Nothing but the state of the connector differs between the tries of one that leaves nothing to chance. */
const steadyTries = 3

export async function replaySchedule(target: OpenTarget, file: FailedSchedule, signal: AbortSignal): Promise<Replayed> {
  const laboratory = await openLaboratory({ target, seed: file.seed, signal, emit: () => undefined })
  return 'reason' in laboratory ? unable(laboratory) : await replayIn(laboratory, file, signal)
}

/** Tries the schedule until it breaks its rule again, or has been sound often enough. */
export async function replayIn(
  laboratory: Pick<Laboratory, 'missing' | 'try' | 'late'>,
  file: FailedSchedule,
  signal: AbortSignal,
): Promise<Replayed> {
  const lacking: Undecided | undefined = laboratory.missing.find(({ control }) =>
    neededControls(file.steps).includes(control),
  )
  if (lacking) return unable(lacking)
  const often = isChancy(file.steps) || !file.found.seen_again
  const tries: Try[] = []
  for (let left = often ? chancyTries : steadyTries; left > 0 && !signal.aborted; left -= 1) {
    const first = await laboratory.try(file.steps)
    // On a busy machine a connector may give up a request before the fault comes to it.
    const trial = isUnseen(first) && !signal.aborted ? await laboratory.try(file.steps) : first
    tries.push(tryOf(trial, file))
    if (trial.is === 'violated' && trial.rule === file.rule) break
  }
  if (tries.every(({ is }) => is === 'sound')) {
    const late = await laboratory.late()
    if (late) tries.push('unjudged' in late ? { is: 'unseen', reason: late.unjudged } : tryOf(late.trial, file))
  }
  return verdictOf(tries, '')
}

const isUnseen = ({ is }: Trial): boolean => is === 'inconclusive' || is === 'vacuous'

function tryOf(trial: Trial, file: FailedSchedule): Try {
  switch (trial.is) {
    case 'sound':
      return { is: 'sound' }
    case 'violated': {
      const { rule, expected, actual } = trial
      return { is: 'violated', asRecorded: rule === file.rule, expected, actual }
    }
    case 'vacuous':
    case 'inconclusive': {
      const { is: _, ...why } = trial
      return { is: 'unseen', ...why }
    }
    case 'error':
      throw new Error(trial.reason)
  }
}
