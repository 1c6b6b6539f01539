import type { LearnedFacts } from '../harness/run/event.ts'
import { printable } from './printable.ts'
import type { RunDocument } from './run-document.ts'
import { labelled, labelledLines, type Sheet } from './terminal-sheet.ts'
import { plural } from './words.ts'

/** Who was driven, with what, and what the harness learned on the way. */
export function headLines({ header, learned, notes, results }: RunDocument, sheet: Sheet): readonly string[] {
  const { paint } = sheet
  const { plan, seed, controls } = header
  const cases = `${plan.full ? 'all' : 'only'} ${plural(plan.cases, 'case')}`
  const runs = `, ${plural(results.length, 'run')} over ${plural(learned?.profiles.length ?? 0, 'output profile')}`
  return [
    paint.bold(`touchstone ${printable(header.harness)}`),
    ...labelled('connector', header.connector, sheet),
    ...(learned ? learnedLines(learned, sheet) : []),
    ...labelled('controls', controls.length > 0 ? controls.join(', ') : 'none: a URL and a token only', sheet),
    ...labelled('plan', `${cases}${results.length > plan.cases ? runs : ''}, seed ${seed}`, sheet),
    ...notes.flatMap((note) => labelledLines('note', note, sheet)),
  ]
}

function learnedLines(learned: LearnedFacts, sheet: Sheet): readonly string[] {
  const { provider, implementation, profiles, witness, write, writeIs } = learned
  return [
    ...(provider === undefined
      ? []
      : labelled(
          'provider',
          implementation === undefined ? provider : `${provider}, version ${implementation}`,
          sheet,
        )),
    ...(profiles.length > 0 ? labelled('profiles', profiles.join(', '), sheet) : []),
    ...(witness === undefined ? [] : labelled('witness', witness, sheet)),
    ...(write === undefined ? [] : labelled('write', writeIs === undefined ? write : `${write} (${writeIs})`, sheet)),
  ]
}
