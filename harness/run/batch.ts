import { eachOf } from '../checks/poll.ts'
import type { Outcome } from '../checks/verdict.ts'
import { createMeeting, type Meeting } from './meeting.ts'
import type { Instance, Session } from './session.ts'

/** An instance of a case with its place in the run. */
export type Placed = readonly [index: number, instance: Instance]

/** Where the outcome of a case goes. */
export interface Report {
  began(instance: Instance, index: number): void
  /** `at`: when the case itself had ended, where others of its batch were still waited for. */
  ended(instance: Instance, index: number, outcome: Outcome, at?: number): void
}

/** The run in the order in which it happens: single cases, and batches of neighbours that run at the same time. */
export function batches(planned: readonly Instance[], together: boolean): readonly (readonly Placed[])[] {
  const all: Placed[][] = []
  for (const placed of planned.entries()) {
    const [, { subject }] = placed
    const last = all.at(-1)
    const neighbour = last?.[0]?.[1].subject
    if (together && subject.batch !== undefined && neighbour?.batch === subject.batch) last?.push(placed)
    else all.push([placed])
  }
  return all
}

/** One case after the other. */
export async function alone(session: Session, cases: readonly Placed[], report: Report): Promise<void> {
  for (const [index, instance] of cases) report.ended(instance, index, await onceAlone(session, instance, index))
}

/**
 * A batch at once. Whatever did not pass is run again alone, which shows whose fault it was: the alone verdict stands, but
 * for a failure that only shows in company, which nobody can be blamed for and nobody cleared of.
 */
export async function together(
  session: Session,
  batch: readonly Placed[],
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const meeting = createMeeting(batch.length)
  const ends = await eachOf(batch, batch.length, async ([index, instance]) => {
    try {
      return { outcome: await session.run(instance, index, meeting), at: performance.now() }
    } finally {
      meeting.leave()
    }
  })
  const [first] = batch
  if (first) await afterOutage(session, first[1])
  if (session.turnsAway && !signal.aborted) await fewAtOnce(session, batch, ends, createMeeting(1))
  const ended = first && (await session.endedByItself(first[1].subject))
  for (const [place, [index, instance]] of batch.entries()) {
    const end = ends[place]
    if (!end) continue
    const again = !signal.aborted && (ended !== undefined || needsAttribution(end.outcome))
    if (again) {
      // Whose fault it was is decided now, so what shows only later is waited for.
      const byItself = await session.settled(index, await onceAlone(session, instance, index))
      report.ended(instance, index, attribute(end.outcome, byItself))
    } else report.ended(instance, index, end.outcome, end.at)
  }
}

/** What one outage left unready has nothing to lose in the next, and could not show what it does then. */
async function afterOutage(session: Session, { subject }: Instance): Promise<void> {
  if (subject.batch?.startsWith('outage-')) await session.readyAgain()
}

/** A connector that turns calls away for their number is met again with fewer at once before every case is run alone. */
async function fewAtOnce(session: Session, batch: readonly Placed[], ends: End[], meeting: Meeting): Promise<void> {
  const undecided = [...ends.keys()].filter((place) => {
    const meets = batch[place]?.[1].subject.batch !== 'loss'
    return !meets && ends[place]?.outcome.verdict === 'inconclusive'
  })
  await eachOf(undecided, few, async (place) => {
    const placed = batch[place]
    if (!placed) return
    const [index, instance] = placed
    ends[place] = { outcome: await session.run(instance, index, meeting), at: performance.now() }
  })
}

const few = 3

interface End {
  readonly outcome: Outcome
  readonly at: number
}

const needsAttribution = ({ verdict }: Outcome): boolean => verdict === 'fail' || verdict === 'inconclusive'

function attribute(inCompany: Outcome, byItself: Outcome): Outcome {
  if (inCompany.verdict !== 'fail' || byItself.verdict !== 'pass') return byItself
  const { expected, actual } = inCompany
  return {
    verdict: 'inconclusive',
    reason: `it passed alone, but beside other operations it expected ${expected}, got ${actual}`,
    enable: 'run it again; when it comes back, look for what operations share: locks, connections, counters',
  }
}

async function onceAlone(session: Session, instance: Instance, index: number): Promise<Outcome> {
  const outcome = await session.run(instance, index, createMeeting(1))
  await afterOutage(session, instance)
  const ended = await session.endedByItself(instance.subject)
  return ended === undefined || outcome.verdict === 'fail' || outcome.verdict === 'error' ? outcome : ended
}
