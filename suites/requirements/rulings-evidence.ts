/** R24–R30: redaction, certification and readiness. */
export const rulingsOnEvidence = {
  'R24-logs-token': { must: 'No log contains the connector token, a destination token or a token that was refused.' },
  'R24-logs-post-text': { must: 'No log contains the text of a post.' },
  'R24-logs-destination-body': { must: 'No log contains the body of a destination answer.' },
  'R24-problems': { must: 'No problem contains a token, another secret of the destination or the body of its answer.' },
  'R24-answers': { must: 'No answer at all contains a token or another secret of the destination.' },
  'R24-token-stays': { must: 'Nothing the connector sends to its destination contains the connector token.' },
  'R24-should': { should: 'No answer and no problem contains the text of a post.' },
  'R24-search': {
    must: 'Canaries differ from markers, and secrets are searched in every common encoding to the end of the log.',
    excluded: 'Binds the harness, not the connector: the tests of the secret search show each encoding being found.',
  },
  R25: { must: 'Logs are called clean only when capture is proven and an error path was exercised.' },

  R26: {
    must: 'A certificate needs the full plan with every must case passed or inapplicable, for each exact subject.',
    excluded: 'Binds certification, not the connector: decided where a run becomes a record.',
  },
  R27: {
    must: 'A scheduled subject publishes a stored rendition, locally after a restart and live from a new process.',
    excluded: 'Binds certification, not the connector: it says how the scheduled subject is exercised.',
  },
  R28: {
    must: 'A record has six lifecycle results and the sorted results of the checks, in words of a closed set.',
    excluded: 'Binds certification, not the connector: decided where a run becomes a record.',
  },
  R29: {
    must: 'Local evidence needs every control; live evidence needs the real destination and a current approval.',
    excluded: 'Binds certification, not the connector: decided where a run becomes a record.',
  },
  R30: {
    must: 'Readiness follows the rulings D1 to D14 on evidence.',
    excluded: 'Decided by the readiness evaluator over the ledgers, not by driving a connector.',
  },
} as const
