import { eachOf } from '../checks/poll.ts'
import type { Outcome } from '../checks/verdict.ts'
import { createMeeting, type Meeting } from './meeting.ts'
import { seenBesideOthers } from './seen-beside.ts'
import type { Instance, Session } from './session.ts'

/** An instance of a case with its place in the run. */
export type Placed = readonly [index: number, instance: Instance]

/** Where the outcome of a case goes. */
export interface Report {
  began(instance: Instance, index: number): void
  /** `at`: when the case itself had ended, where others of its batch were still waited for. */
  ended(instance: Instance, index: number, outcome: Outcome, at?: number): void
  isMust(instance: Instance): boolean
}

/**
 * The run in the order in which it happens: single cases, and batches of neighbours that run at the same time. `isApart`
 * tells the places at which one runs alone whatever its batch.
 */
export function batches(
  planned: readonly Instance[],
  together: boolean,
  isApart: (index: number) => boolean = () => false,
): readonly (readonly Placed[])[] {
  const all: Placed[][] = []
  for (const placed of planned.entries()) {
    const [index, { subject }] = placed
    const last = all.at(-1)
    const [first, neighbour] = last?.[0] ?? []
    const mayJoin = together && first !== undefined && !isApart(index) && !isApart(first)
    if (mayJoin && subject.batch !== undefined && neighbour?.subject.batch === subject.batch) last?.push(placed)
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
  // An end that no case can be made to answer for alone is not forgotten: the last one that counts has to.
  let unexplained = first && (await session.endedByItself(first[1].subject))
  const ended = unexplained !== undefined
  const answerable = Math.max(
    batch.findLastIndex(([, instance]) => report.isMust(instance)),
    0,
  )
  for (const [place, [index, instance]] of batch.entries()) {
    const end = ends[place]
    if (!end) continue
    if (signal.aborted || !(ended || needsAttribution(session, instance, end.outcome))) {
      report.ended(instance, index, end.outcome, end.at)
      continue
    }
    // Whose fault it was is decided now, so what shows only later is waited for.
    const byItself = await session.settled(index, await onceAlone(session, instance, index))
    const outcome = attribute(end.outcome, byItself)
    if (outcome.verdict === 'fail' || outcome.verdict === 'error') unexplained = undefined
    report.ended(instance, index, place === answerable && unexplained ? inCompany(unexplained, batch) : outcome)
  }
}

const inCompany = (outcome: Outcome, batch: readonly Placed[]): Outcome =>
  outcome.verdict === 'fail'
    ? {
        ...outcome,
        actual: seenBesideOthers(outcome.actual, batch.length),
      }
    : outcome

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

/** Beside others a connector may have no idle connection to use again, which alone it has. */
const needsAttribution = (session: Session, { subject }: Instance, { verdict }: Outcome): boolean =>
  verdict === 'fail' ||
  verdict === 'inconclusive' ||
  (verdict === 'inapplicable' && subject.batch === 'loss' && session.reusesConnections)

function attribute(beside: Outcome, byItself: Outcome): Outcome {
  const clears = byItself.verdict === 'pass' || byItself.verdict === 'inapplicable'
  if (beside.verdict !== 'fail' || !clears) return byItself
  const { expected, actual } = beside
  const told = byItself.verdict === 'pass' ? 'it passed alone' : 'alone it does not apply'
  return {
    verdict: 'inconclusive',
    reason: `${told}, but beside other operations it expected ${expected}, got ${actual}`,
    enable: 'run it again; when it comes back, look for what operations share: locks, connections, counters',
  }
}

async function onceAlone(session: Session, instance: Instance, index: number): Promise<Outcome> {
  const outcome = await session.run(instance, index, createMeeting(1))
  await afterOutage(session, instance)
  const ended = await session.endedByItself(instance.subject)
  return ended === undefined || outcome.verdict === 'fail' || outcome.verdict === 'error' ? outcome : ended
}
