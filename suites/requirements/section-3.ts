/** §3: states, transitions, and the order in which the service calls. */
export const section3 = {
  '3.1.1': {
    must: 'The effective readiness state is fail-closed.',
    excluded: 'Decided by the readiness evaluator over the ledgers, not by driving a connector.',
  },
  '3.1.2': {
    must: 'An explicit disable wins over every other readiness fact.',
    excluded: 'Decided by the readiness evaluator over the ledgers, not by driving a connector.',
  },
  '3.1.3': {
    must: 'Missing configuration or certification is reported as what it is.',
    excluded: 'Decided by the readiness evaluator over the ledgers, not by driving a connector.',
  },
  '3.1.4': {
    must: 'A later failed certification run supersedes older passing proof.',
    excluded: 'Decided by the readiness evaluator over the ledgers, not by driving a connector.',
  },
  '3.1.5': {
    must: 'Evidence of one subject is never used for another.',
    excluded: 'Decided by the readiness evaluator over the ledgers, not by driving a connector.',
  },
  '3.2-flag': {
    must: 'One environment flag, off by default, decides whether missing evidence blocks operations.',
    excluded: 'Decided by the readiness evaluator under both values of the flag; no connector reads it.',
  },
  '3.2-cloud': {
    must: 'In cloud deployments production identity and public-claim rules hold whatever the flag says.',
    excluded: 'Decided by the readiness evaluator and the claims gate; no connector knows the deployment.',
  },
  '3.2-always-blocks': {
    must: 'Disables, missing configuration, revoked or invalid grants and policy restrictions block whatever the flag says.',
    excluded: 'Decided by the readiness evaluator under both values of the flag; no connector reads it.',
  },
  '3.3-bypass': {
    must: 'The intent `certification_test` bypasses earlier test evidence and nothing else.',
    excluded: 'Decided by the readiness evaluator; the intent never travels to a connector.',
  },
  '3.3-recheck': {
    must: 'Queued work keeps its intent, and readiness is checked again right before each provider call.',
    excluded: 'A rule for the worker of the service; a connector sees only the call that follows.',
  },
  '3.3-not-claimable': {
    must: 'A result of the intent `certification_test` is never claimable in public by that alone.',
    excluded: 'Decided by the claims gate over the claims file, not by driving a connector.',
  },

  '3.4-reserve': {
    must: 'A valid publish is reserved in durable storage before anything is written to the destination.',
  },
  '3.4-refuse': { must: 'A publish that fails validation is answered with a problem and writes nothing.' },
  '3.4-published': { must: 'An immediate result is stored and returned with its external id.' },
  '3.4-pending': {
    must: 'Work that outlives the request is answered as pending, with a reference and a time to poll after.',
  },
  '3.4-completes': {
    must: 'A pending operation becomes published once the destination has finished, by lookup and by repeat.',
  },
  '3.4-unreconciled': { must: 'An operation that may have written stays pending, or unknown, until it is reconciled.' },
  '3.4-repeat': { must: 'A repeat returns the current result of the first operation and creates no second item.' },
  '3.4-never-safe': { must: 'A possible write is never reported as safe to retry.' },

  '3.5-order': {
    must: 'The service goes from manifest to health, connection, resolution, stored revision, write fence, publish and poll, in this order.',
    excluded: 'A rule for the service that calls; a connector must answer each call whatever came before.',
  },
  '3.5-no-blind-retry': {
    must: 'After a transport error that may follow a write, the caller treats the result as unknown and does not repeat blindly.',
  },
  '3.5-reconnect': {
    must: 'After a changed capability revision the service requires old bindings to reconnect before publishing.',
    excluded: 'A rule for the service that keeps the bindings; that old revisions are refused is §11.4.',
  },
  '3.5-quarantine': {
    must: 'A failed health check quarantines an optional installation and blocks startup for a required one.',
    excluded: 'A rule for the service that reads health; that health fails when it must is §11.3.',
  },
} as const
