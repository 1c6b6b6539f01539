import picocolors from 'picocolors'
import {
  inWords,
  type Exploration,
  type FoundViolation,
  type Part,
  type Progress,
  type Undecided,
} from '../harness/explore/index.ts'
import { printable, printableLines } from '../reporters/index.ts'
import { wrap } from '../reporters/layout.ts'
import { duration, plural } from '../reporters/words.ts'
import { whyUndecided } from './explore-verdict.ts'
import { ruleInFull } from './rule-words.ts'
import type { Look } from './run-options.ts'

/** What the report says beside the exploration. */
export interface About {
  readonly connector: string
  readonly controls: readonly string[]
  readonly missing: readonly Undecided[]
  readonly seed: number
  /** The command that does the violation again. */
  readonly replay: string | undefined
  readonly look: Look
}

/** The report on the terminal, with a line break at the end. */
export function renderExploration(exploration: Exploration, about: About): string {
  const { look, connector, controls, seed } = about
  if (look.verbosity === 'quiet') return `${sentenceOf(exploration)}\n`
  const head = `${printable(connector)} · ${controls.length === 0 ? 'no controls' : controls.join(', ')} · seed ${seed}`
  const blocks = [
    [head],
    coverageLines(exploration),
    unobservedLines(exploration, look),
    about.missing.flatMap(({ reason, enable }) => [
      `Not tried, because ${reason}. To mend it:`,
      ...indented(enable ?? ''),
    ]),
    exploration.violation ? violationLines(exploration.violation, about) : [],
    [sentenceOf(exploration)],
  ]
  const lines = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'))
  return `${lines.join('\n\n')}\n`
}

/** The verdict in one sentence. */
export function sentenceOf(exploration: Exploration): string {
  const { violation, coverage, error, stopped } = exploration
  if (error !== undefined) return `The harness itself failed: ${printable(error)}`
  if (violation) return `A violation of ${violation.rule} was found: the connector does not conform.`
  if (stopped) return 'Interrupted: nothing is decided.'
  if (coverage.sound === 0) return 'Nothing could be observed.'
  const none = `No violation was found in ${plural(coverage.sound + coverage.vacuous, 'schedule')}`
  const why = whyUndecided(exploration)
  return why.length === 0 ? `${none}.` : `Undecided. ${none}, but ${printable(why.join('; '))}.`
}

/** One line for a terminal or a log while it goes on. */
export function progressOf(progress: Progress): string {
  if (progress.doing === 'shrinking')
    return `shrinking a violation of ${progress.rule}: ${plural(progress.tries, 'try').replace('trys', 'tries')}`
  const { tried, singles, pairs, random } = progress.coverage
  const parts = [
    `singles ${singles.observed} of ${singles.legal}`,
    `pairs ${pairs.observed} of ${pairs.legal}`,
    `random ${random}`,
  ]
  return `${plural(tried, 'schedule')}: ${parts.join(', ')}`
}

function coverageLines({ coverage, millis }: Exploration): readonly string[] {
  const { tried, sound, vacuous, inconclusive, singles, pairs, random } = coverage
  const ends = `${sound} sound, ${vacuous} with nothing to disturb, ${inconclusive} inconclusive`
  return [
    `Tried ${plural(tried, 'schedule')} in ${duration(millis)}: ${ends}.`,
    `  ${struck(singles)} single disturbances: every point, act and order of inspection`,
    `  ${struck(pairs)} pairs`,
    `  ${random} random`,
  ]
}

/** A connector that does not read gives a fault of a read nothing to strike, and one that remembers does not write again. */
const struck = ({ observed, legal, vacuous }: Part): string =>
  `${observed} of ${legal}${vacuous === 0 ? '' : ` (and ${vacuous} with nothing to disturb)`}`

const shownAtMost = 5

function unobservedLines({ coverage: { unobserved } }: Exploration, { verbosity }: Look): readonly string[] {
  const shown = verbosity === 'verbose' ? unobserved : unobserved.slice(0, shownAtMost)
  const left = unobserved.length - shown.length
  return [
    ...(shown.length > 0 ? ['Inconclusive:'] : []),
    ...shown.map(({ covers, reason }) => `  ${covers}: ${printable(reason)}`),
    ...(left > 0 ? [`  and ${left} more; --verbose lists them`] : []),
  ]
}

function violationLines(violation: FoundViolation, { look, replay }: About): readonly string[] {
  const { red, bold } = picocolors.createColors(look.color)
  const { rule, meaning, requirements } = ruleInFull(violation.rule)
  const { schedules, foundAfterMillis, found, schedule, shrinkTries, seenAgain } = violation
  const how = seenAgain
    ? `shrunk from ${plural(found.length, 'step')} to ${schedule.length} in ${plural(shrinkTries, 'schedule')}`
    : 'seen once, and not again when it was repeated'
  return [
    `${red(bold(`VIOLATION ${violation.rule}`))}  ${rule}`,
    ...stepLines(violation),
    ...fact('expected', violation.expected, look),
    ...fact('actual', violation.actual, look),
    ...fact('meaning', meaning, look),
    ...fact('rules', requirements.join(', '), look),
    ...fact('found', `as schedule ${schedules} after ${duration(foundAfterMillis)}; ${how}`, look),
    ...(replay === undefined ? [] : [`  replay     ${replay}`]),
  ]
}

/** The schedule as numbered steps, and where it showed. */
export function stepLines({ schedule, after }: Pick<FoundViolation, 'schedule' | 'after'>): readonly string[] {
  const steps = inWords(schedule).map((words, index) => `  ${index + 1}. ${words}`)
  return after > schedule.length
    ? [...steps, '  in the end everything is let go and up again, and it is looked up and counted']
    : steps
}

export function fact(label: string, text: string, { columns }: Look): readonly string[] {
  const indent = `  ${label.padEnd(10)} `
  const width = Math.max(columns - indent.length, 20)
  return wrap(printable(text), width).map((line, index) => `${index === 0 ? indent : ' '.repeat(indent.length)}${line}`)
}

export const indented = (text: string): readonly string[] => printableLines(text).map((line) => `  ${line}`)
