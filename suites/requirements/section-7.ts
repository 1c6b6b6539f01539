/** §7: errors. */
export const section7 = {
  '7.1.1': { must: 'Every failure is a non-2xx answer with a typed problem in JSON.' },
  '7.1.1-media-type': { should: 'A problem has the media type `application/problem+json`.' },
  '7.1.2': { must: 'No successful answer signals failure.' },
  '7.1.3': { must: 'The outcome is `rejected` when nothing was written and `unknown` when something may have been.' },
  '7.1.4': { must: 'A 404 of the operation route means that the operation does not exist and nothing was written.' },
  '7.1.5': { must: 'Once a write may have happened, the answer is pending or a problem with the outcome `unknown`.' },
  '7.1.6': { must: 'Kind and provider code of the same failure stay the same over time.' },
  '7.1.7': { must: 'The text of a problem contains neither a token nor the body of a destination answer.' },
  '7.1.8': {
    must: 'Unknown members, old revisions, invalid content and invalid settings are answered with problems before any write.',
  },
  '7.2-transport': {
    must: 'The caller treats a transport error after a possible write as unknown and does not repeat blindly.',
  },
  '7.2-health': {
    must: 'Failed health quarantines an optional installation and blocks startup for a required one.',
    excluded: 'A rule for the service that reads health; that health fails when it must is §11.3.',
  },
  '7.2-stale': {
    must: 'A stale revision makes old account bindings reconnect before publishing.',
    excluded: 'A rule for the service that keeps the bindings; that old revisions are refused is §11.4.',
  },
  '7.2-admin': {
    must: 'A bearer token on an admin ledger route is refused.',
    excluded: 'Admin routes of the service; decided by the tests of the ledger service, a connector has no such route.',
  },
  '7.2-blocked': {
    must: 'Disables, missing configuration, bad grants and policy restrictions block operations whatever the flag says.',
    excluded: 'Decided by the readiness evaluator under both values of the flag; no connector reads it.',
  },
} as const
