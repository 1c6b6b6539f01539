import { element, type Markup } from '../../../reporters/html-element.ts'
import { type Body, type LedgerName, readBody, type RuntimeControlBody, subjectFields } from '../../record/index.ts'
import type { LedgerStore } from '../../store/index.ts'

/** A record in words. */
export interface HistoryEntry {
  readonly ledger: LedgerName
  readonly seq: number
  readonly at: string
  readonly says: string
}

/** Of each ledger, so that the cost does not grow with it. */
const lookedAt = 300
const shown = 50

/** The newest records about one provider, the newest first. */
export async function historyOf(store: LedgerStore, provider: string): Promise<readonly HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  for (const { ledger, size } of await store.heads()) {
    if (ledger === 'certification_check') continue
    for await (const { seq, body: text } of store.read(ledger, Math.max(1, size - lookedAt + 1), size)) {
      const body = readBody(text)
      if (!('provider' in body) || body.provider !== provider) continue
      entries.push({ ledger, seq, at: body.recorded_at, says: sentence(body) })
    }
  }
  return entries.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : b.seq - a.seq)).slice(0, shown)
}

function sentence(body: Body): string {
  switch (body.ledger) {
    case 'approval_review':
      return `${body.approval_state}${body.approval_tier === '' ? '' : `, tier ${body.approval_tier}`}, by ${body.source_ref}, reviewed ${day(body.reviewed_at)}, holds until ${day(body.expires_at)}`
    case 'runtime_control':
      return `${body.state} (${body.reason_code}) for ${selected(body)}${body.expires_at === null ? '' : `, until ${minute(body.expires_at)}`}`
    case 'certification_run':
      return `${body.evidence_kind} ${body.result}: ${body.output_profile}, ${body.operation}, holds until ${day(body.expires_at)}`
    case 'certification_check':
      return `${body.kind} ${body.outcome}`
  }
}

function selected(body: RuntimeControlBody): string {
  const narrowed = subjectFields.filter((field) => field !== 'provider' && body[field] !== '')
  const value = (text: string): string => (text.startsWith('sha256:') ? `${text.slice(7, 15)}…` : text)
  return narrowed.length === 0
    ? 'everything'
    : narrowed.map((field) => `${field.replaceAll('_', ' ')} ${value(body[field])}`).join(', ')
}

const day = (time: string): string => time.slice(0, 10)
export const minute = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`

export function historyTable(entries: readonly HistoryEntry[]): Markup {
  if (entries.length === 0) return element('p', { class: 'dim' }, 'Nothing was recorded yet.')
  const rows = entries.map(({ ledger, seq, at, says }) =>
    element(
      'tr',
      {},
      element('td', {}, element('span', { class: 'mono' }, minute(at))),
      element('td', {}, ledger.replaceAll('_', ' ')),
      element('td', { class: 'number' }, String(seq)),
      element('td', {}, says),
    ),
  )
  const head = ['Recorded', 'Ledger', 'Number', 'What it says'].map((words) =>
    element('th', { scope: 'col', ...(words === 'Number' ? { class: 'number' } : {}) }, words),
  )
  return element(
    'div',
    { class: 'scroll' },
    element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows)),
  )
}
