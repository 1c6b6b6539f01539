import { element, type Markup } from './html-element.ts'
import type { RunDocument } from './run-document.ts'
import { caveats, duration, plural } from './words.ts'

/** Who was driven, with what, and what it takes to do the same again. */
export function drivenTable(run: RunDocument): Markup {
  const rows = rowsOf(run).filter((row): row is readonly [string, string] => row[1] !== undefined && row[1] !== '')
  return element(
    'table',
    {},
    element('caption', {}, 'The connector, the controls and the plan of this run'),
    element(
      'tbody',
      {},
      ...rows.map(([label, text]) =>
        element('tr', {}, element('th', { scope: 'row' }, label), element('td', {}, text)),
      ),
    ),
  )
}

/** What else a reader should know. */
export function noteList(run: RunDocument): readonly Markup[] {
  const notes = [...run.notes, ...caveats(run)]
  return notes.length === 0 ? [] : [element('ul', {}, ...notes.map((note) => element('li', {}, note)))]
}

function rowsOf({ header, learned, results, footer }: RunDocument): readonly (readonly [string, string | undefined])[] {
  const { plan, controls } = header
  return [
    ['Connector', header.connector],
    ['Provider', learned?.provider],
    ['Version', learned?.implementation],
    ['Capability revision', learned?.revision],
    ['Output profiles', learned?.profiles.join(', ')],
    ['Controls', controls.length > 0 ? controls.join(', ') : 'none: a URL and a token only'],
    ['Witness', learned?.witness],
    ['Write', [learned?.write, learned?.writeIs && `(${learned.writeIs})`].filter(Boolean).join(' ')],
    ['Destination connections', reuse(learned?.reusesConnections)],
    ['Plan', `${plan.full ? 'all' : 'only'} ${plural(plan.cases, 'case')}, ${plural(results.length, 'run')}`],
    ['Plan digest', plan.digest],
    ['Seed', String(header.seed)],
    ['Took', `${duration(footer.millis)}${footer.complete ? '' : ', and ended before every case was executed'}`],
    ['Touchstone', `${header.harness}, Node ${header.node}`],
  ]
}

function reuse(reuses: boolean | undefined): string | undefined {
  if (reuses === undefined) return undefined
  return reuses ? 'used again' : 'a new one for each request'
}
