/** §8: limits. */
export const section8 = {
  '8-response-size': { must: 'Every answer is at most 1 MiB.' },
  '8-id-length': { must: 'Every id is at most 128 characters.' },
  '8-accounts': { must: 'A connection has 1 to 100 accounts.' },
  '8-poll': { must: 'A pending result is polled after 1 to 3600 seconds.' },
  '8-ttl': { must: 'An operation is promised to stay safe to repeat for one year at most.' },
  '8-media': { must: 'Every profile takes zero media items.' },
  '8-enforcement': {
    must: 'Enforcement of certification evidence is off by default.',
    excluded: 'Decided by the readiness evaluator under both values of the flag; no connector reads it.',
  },
  '8-timeouts': { must: 'Requests and destination calls are bounded by short timeouts.' },
  '8-bodies': { should: 'Request bodies are limited in size; the specification leaves the limit open.' },
  '8-destination-bodies': {
    must: 'A destination answer of any size never makes an answer of the connector too large.',
  },
  '8-journal': { must: 'Operations survive a restart of the process; a journal in memory is not enough.' },
} as const
