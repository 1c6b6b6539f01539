/** Ids of the eleven checks of §11, in its order, and of the group that holds what §2–§9 demand beside them. */
export const conformanceChecks: readonly string[] = [
  'authentication',
  'manifest',
  'health',
  'stale-revision',
  'invalid-input',
  'concurrency',
  'restart',
  'lost-answer',
  'unknown-outcome',
  'redaction',
  'response-size',
  'protocol',
]
