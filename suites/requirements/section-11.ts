/** §11: the eleven conformance checks, and the procedure that follows them. */
export const section11 = {
  '11.1': { must: 'The connector refuses a missing or wrong bearer token on every route.' },
  '11.2': { must: 'The connector returns a manifest that the service accepts.' },
  '11.3': { must: 'Health fails while a required destination is unavailable.' },
  '11.4': { must: 'An old capability revision is refused before anything is written.' },
  '11.5': { must: 'Invalid content and settings are refused before anything is written.' },
  '11.6': { must: 'Concurrent requests with one operation id have one result.' },
  '11.7': { must: 'An operation has the same result after a restart.' },
  '11.8': { must: 'Exactly one item exists when the first answer is lost after the write.' },
  '11.9': { must: 'An unknown result is reported in a way that causes no blind retry.' },
  '11.10': { must: 'Tokens, post bodies and destination answers do not appear in logs.' },
  '11.11': { must: 'Every answer is at most 1 MiB.' },
  '11-validate': { must: 'Everything that can fail without a write is validated first.' },
  '11-reserve': { must: 'The operation is reserved durably before the destination write starts.' },
  '11-store': { must: 'The destination id and state are stored once the write is known.' },
  '11-repeat': { must: 'Every repeat returns the stored result.' },
  '11-uncertain': { must: 'An uncertain operation stays pending until it is reconciled.' },
  '11-journal': {
    must: 'Unless the destination has a unique idempotency field to serve as journal, the connector keeps a durable store of its own.',
  },
} as const
