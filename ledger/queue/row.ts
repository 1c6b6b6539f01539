import { readRendition, restored, type Standing, writeRendition } from '../../harness/host/index.ts'
import { longestPostponementMs, type NewEntry, QueueError } from './queue.ts'
import { operationIdIn, type Order, type QueuedPublish, type Refusal } from './queued-publish.ts'

/** One row, as both databases keep it. Texts are JSON where they are not words or times. */
export interface Row extends Omit<Standing, 'state'> {
  readonly seq: number
  readonly operation_id: string
  readonly intent: string
  readonly operation: Order['operation']
  readonly provider: string
  readonly ordered_by: string
  readonly not_before: string
  readonly subject: string
  readonly rendition: string
  readonly state: Standing['state'] | 'refused'
  /** Empty: at once. */
  readonly retry_at: string
}

/** In the order of an insert. */
export const givenColumns: readonly (keyof Row)[] = [
  'operation_id',
  'intent',
  'operation',
  'provider',
  'ordered_by',
  'not_before',
  'subject',
  'rendition',
]

/** Definitions that SQLite and PostgreSQL understand alike, but for `seq`. */
export const columnDefinitions = `operation_id text NOT NULL UNIQUE, intent text NOT NULL DEFAULT '', operation text NOT NULL,
  provider text NOT NULL, ordered_by text NOT NULL, not_before text NOT NULL, subject text NOT NULL, rendition text NOT NULL,
  state text NOT NULL DEFAULT 'prepared', publishes integer NOT NULL DEFAULT 0, answer text, retry_at text NOT NULL DEFAULT ''`

/** What `givenColumns` get. */
export function rowOf(entry: NewEntry): readonly string[] {
  const { intent, operation, provider, orderedBy, notBefore, subject, rendition } = entry
  const texts = [JSON.stringify(subject), writeRendition(rendition)]
  return [operationIdIn(entry), intent, operation, provider, orderedBy, notBefore, ...texts]
}

export function publishIn(row: Row): QueuedPublish {
  const { state, publishes, answer } = row
  return {
    rendition: readRendition(row.rendition),
    provider: row.provider,
    operation: row.operation,
    intent: row.intent,
    orderedBy: row.ordered_by,
    notBefore: row.not_before,
    // Safe: `rowOf` wrote it.
    subject: JSON.parse(row.subject) as QueuedPublish['subject'],
    progress:
      state === 'refused'
        ? // Safe: `refuse` wrote it.
          { is: 'refused', publishes, refusal: JSON.parse(answer ?? 'null') as Refusal }
        : restored({ state, publishes, answer }),
  }
}

/** @throws QueueError when the row that is there says something else than the one that was to be added */
export function sameAs(row: Row | undefined, entry: NewEntry): QueuedPublish {
  const wanted = rowOf(entry)
  if (row === undefined || givenColumns.some((column, index) => row[column] !== wanted[index])) {
    throw new QueueError(
      `operation ${operationIdIn(entry)} is queued with something else; the id of a post is unique in its workspace, whatever the provider: give another id, or order the very same post again`,
    )
  }
  return publishIn(row)
}

/** The times that a row is compared with: now, and what no postponement goes beyond. */
export const timesOf = (now: string): readonly [now: string, farthest: string] => [
  now,
  new Date(Date.parse(now) + longestPostponementMs).toISOString(),
]

export const notThere = (operationId: string, what: string): QueueError =>
  new QueueError(`operation ${operationId} cannot be recorded as ${what} from where it stands`)
