/** §9: versioning. */
export const section9 = {
  '9-protocol-version': { must: 'The connector reports protocol version `1.0`.' },
  '9-implementation-version': { must: 'The connector reports the version of its own release.' },
  '9-provider-id': {
    must: 'The provider id stays the same across releases and installations.',
    excluded: 'One run sees one installation of one release; that the id outlives a restart is R6b.',
  },
  '9-revision-changes': {
    must: 'The capability revision changes whenever a changed limit, setting or profile could make a stored rendition wrong.',
  },
  '9-destination-rule': {
    must: 'The capability revision changes when a rule of the destination does.',
    excluded: 'A rule of the destination that no manifest shows cannot be compared with the revision from outside.',
  },
  '9-reconnect': {
    must: 'After a changed revision the service requires old bindings to reconnect.',
    excluded: 'A rule for the service that keeps the bindings; that old revisions are refused is §11.4.',
  },
  '9-rest-prefix': {
    must: 'The REST routes of the service stand under `/api/v1`.',
    excluded: 'Routes of the service over its ledgers; a connector serves none of them.',
  },
  '9-claims-version': {
    must: 'The release manifest binds schema version, digest and claim count of the claims file.',
    excluded: 'Decided by the claims gate over the claims file, not by driving a connector.',
  },
  '9-contract-digest': {
    must: 'Local and live certification runs share the current contract digest.',
    excluded: 'Decided by the readiness evaluator over certification records, not by driving a connector.',
  },
  '9-ledger-schema': {
    must: 'Migration 077 creates the ledger schema.',
    excluded: 'Decided by the tests of the ledger store; a connector keeps no certification ledger.',
  },
} as const
