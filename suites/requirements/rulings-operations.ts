/** R16–R23c: idempotency, lost answers, restarts. */
export const rulingsOnOperations = {
  R16: {
    must: 'Every answer for one operation agrees in status, external id and external URL; only pending may become published.',
  },
  'R16-should': {
    should: 'The provider reference of a pending operation does not change.',
  },

  R17: { must: 'Requests with one operation id that overlap end in one external id.' },
  'R17-answers': {
    must: 'While requests overlap each is answered published, pending or unknown, never `rejected` after the write arrived and never 404.',
  },
  'R17-overlap': {
    must: 'Overlap is proven, and a burst refused for its size is repeated with half the calls before it is inconclusive.',
    excluded: 'Binds the harness, not the connector: it says when a burst counts, and the tests of the burst show it.',
  },

  'R18-same-id': { must: 'A repeat with other content creates no second item and leaves the first result as it was.' },
  'R18-should': { should: 'A repeat with other content is answered with the first result.' },
  'R18-other-id': { must: 'Two operations with the same content never share an external id.' },

  R19: { must: 'While a write is possible and not ruled out, no answer says `rejected` or 404.' },
  'R19-order': {
    must: 'An operation that was pending, unknown or published is never called rejected or absent later.',
  },
  'R19-late-write': {
    must: 'No write begins after an operation was called rejected or absent, unless it is published again.',
  },

  R20: { must: 'After a lost answer or a crash there is at most one item.' },
  'R20-published': { must: 'There is exactly one item as soon as any answer said published.' },
  'R20-should': {
    should: 'With everything up again, an operation whose item exists becomes published within 10 s of lookups.',
  },
  R20a: {
    must: 'An operation whose write was answered normally becomes published in time, by lookup and by repeat, also over a restart.',
  },
  R20b: {
    must: 'A write that arrives after the connector gave up and was asked again leaves at most one item.',
  },
  R20c: {
    must: 'After a lost answer every answer is pending or unknown as long as the destination is unreachable.',
  },
  'R20c-restart': {
    must: 'After a lost answer and a restart every answer is pending or unknown as long as the destination is unreachable.',
  },
  'R20c-published': {
    must: 'A published operation keeps its result during an outage, or is called unknown; never pending, rejected or absent.',
  },

  R21: { must: 'A retry inside the connector never leads to a second item.' },
  R22: {
    must: 'A lookup during the write is pending, unknown or waits; once the destination has the write it is never 404 or rejected.',
  },
  R23: {
    must: 'Durability against loss of power is never claimed, and the report says so.',
    excluded:
      'Binds the harness, not the connector: a killed process keeps the page cache, so power loss is not observed.',
  },
  R23b: { must: 'A write whose answer is lost to a 500, a reset or a silence after it was applied may have happened.' },
  'R23b-garbled': {
    must: 'A write whose answer is lost to a 502, a 504, garbage or truncation after it was applied may have happened.',
  },
  'R23b-never': {
    must: 'No must case injects 429, 409 or 503, and 4xx only stands for a write that was not forwarded.',
    excluded: 'Binds the harness, not the connector: it limits the faults, and the tests of the gate show them.',
  },
  'R23b-should': {
    should: 'A 5xx of the destination is not taken as proof that nothing was written.',
  },
  R23c: {
    must: 'A kill counts only when it struck while the gate held the intended attempt.',
    excluded:
      'Binds the harness, not the connector: it says when a crash case counts, and the tests of the faults show it.',
  },
  'R23c-points': {
    must: 'A crash while the destination answer arrives, or right after it, leaves one item and one result as any other crash.',
  },
  'R23c-reused': {
    must: 'What holds for an answer lost on a fresh destination connection holds on a reused one.',
  },
} as const
