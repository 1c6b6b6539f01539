/** §2: the resources and their fields. */
export const section2 = {
  '2.1-facts': {
    must: 'Readiness of one subject rests on seven separate facts: configuration, local test, live certification, approval, authorization, policy and runtime control.',
    excluded: 'Decided by the readiness evaluator over the ledgers, not by driving a connector.',
  },
  '2.1-states': {
    must: 'The effective readiness state is one of six named states or a healthy one without warning or badge.',
    excluded: 'Decided by the readiness evaluator over the ledgers, not by driving a connector.',
  },
  '2.2-ledgers': {
    must: 'Migration 077 creates four append-only ledgers: approval review, certification run, certification check and runtime control.',
    excluded: 'Decided by the tests of the ledger store; a connector keeps no certification ledger.',
  },
  '2.2-append-only': {
    must: 'The database refuses updates and deletes of ledger rows on SQLite and on PostgreSQL.',
    excluded: 'Decided by the tests of the ledger store; a connector keeps no certification ledger.',
  },
  '2.2-normalized': {
    must: 'Records hold normalized outcomes and one-way fingerprints, never a token, raw provider answer, provider URL, account or operator.',
    excluded:
      'Decided by the schema and secret scan of certification records; no answer of a connector shows a record.',
  },
  '2.2-recorded': {
    must: 'Each immediate and each scheduled subject is recorded with its lifecycle results, result hash, revision, digest, operator reference and times.',
    excluded: 'Decided where certification records are written; no answer of a connector shows a record.',
  },
  '2.3-single-source': {
    must: 'One canonical file is the only source of public certification claims.',
    excluded: 'Decided by the claims gate over the claims file, not by driving a connector.',
  },
  '2.3-binding': {
    must: 'The release manifest binds the claims file by its SHA-256 digest, schema version and claim count.',
    excluded: 'Decided by the claims gate over the claims file, not by driving a connector.',
  },
  '2.3-zero': {
    must: 'The checked-in claims file holds no claim.',
    excluded: 'Decided by the claims gate over the claims file, not by driving a connector.',
  },

  '2.4-protocol-version': { must: 'The manifest names protocol version `1.0`.' },
  '2.4-implementation-version': { must: 'The manifest names the version of the implementation as a string.' },
  '2.4-provider': { must: 'The manifest describes the provider by an id, a display name and a description.' },
  '2.4-provider-stable': {
    must: 'The provider id names the type of connector and is the same in every installation and release.',
    excluded: 'One run sees one installation of one release; that the id outlives a restart is R6b.',
  },
  '2.4-provider-reserved': { must: 'The provider id is not the id of a built-in provider.' },
  '2.4-revision': { must: 'The manifest carries the capability revision, an opaque label.' },
  '2.4-modes': { must: 'The only connection mode is `preconfigured`.' },
  '2.4-profiles': { must: 'The manifest offers at least one output profile.' },
  '2.4-polling': { must: 'The manifest says whether operations are polled, and says so when a result can be pending.' },
  '2.4-profile': {
    must: 'An output profile has an id, a display name, the profile `short_text` and the intent `post`.',
  },
  '2.4-content': { must: 'An output profile says whether content is required and how long it may be.' },
  '2.4-title': { must: 'A declared title or description says whether it is required and how long it may be.' },
  '2.4-media': { must: 'The smallest and the largest number of media items are both zero.' },
  '2.4-setting': {
    must: 'A setting has a key, a label and whether it is required; help, default and options have their types.',
  },
  '2.4-control': { must: 'The control of a setting is one of the six the service can render.' },
  '2.4-id-format': {
    must: 'Provider, profile and account ids and connection references begin with a letter or digit and use letters, digits and `._:/-` only.',
  },
  '2.4-service-renders': {
    must: 'The service renders only its own controls, from validated manifest settings.',
    excluded: 'A rule for the pages of the service; a connector renders nothing.',
  },
  '2.4-no-markup': { must: 'The connector returns no HTML, script or raw vector image for display.' },

  '2.5-ready': { must: 'Health says `ready` while the connector and every destination service it needs work.' },

  '2.6-request': { must: 'A connection is asked for with a workspace id, and with nothing else.' },
  '2.6-state': { must: 'An accepted connection has the state `complete`.' },
  '2.6-reference': { must: 'An accepted connection has a stable, opaque reference.' },
  '2.6-accounts': { must: 'A connection offers 1 to 100 accounts.' },
  '2.6-account': {
    must: 'An account has an id that no other account of the answer has, a username and a display name.',
  },
  '2.6-avatar': { must: 'An avatar URL, when there is one, is an absolute HTTPS URL.' },
  '2.6-no-credentials': { must: 'Account data carries no credential.' },

  '2.7-request': {
    must: 'Capabilities are resolved for a connection reference, an output profile, an intent and settings.',
  },
  '2.7-revision': { must: 'A resolution names the current capability revision.' },
  '2.7-available': { must: 'A resolution says as a boolean whether the capability is available.' },
  '2.7-constraints': { must: 'The constraints of a usable resolution are an object.' },
  '2.7-reason': { should: 'A resolution that is not available gives the reason.' },

  '2.8-request': {
    must: 'A publish request names its operation, connection, revision and profile, and carries text and settings as the profile rules.',
  },
  '2.8-operation-id': { must: 'The operation id is the idempotency key, opaque and compared as it is.' },
  '2.8-deterministic': {
    must: 'The operation id of one rendition is the same whenever the service sends it.',
    excluded: 'A rule for the service that chooses the id; the connector only ever receives it.',
  },
  '2.8-revision': {
    must: 'The revision in a publish request is the one stored with the rendition.',
    excluded: 'A rule for the service that stores the rendition; that every other revision is refused is R-rev.',
  },

  '2.9-published': { must: 'A published result has the status `published` and an external id.' },
  '2.9-url': { must: 'An external URL, when there is one, is an absolute HTTPS URL.' },
  '2.9-ttl': { must: 'The idempotency time, when given, is an integer from zero to one year in seconds.' },
  '2.9-ttl-should': { should: 'A published result says how long the operation stays safe to repeat.' },
  '2.9-pending': { must: 'A pending result has the status `pending` and a provider reference.' },
  '2.9-poll': { must: 'A pending result asks to be polled after 1 to 3600 seconds, written as an integer.' },
  '2.9-no-failed': { must: 'No successful answer carries the status `failed`.' },

  '2.10-problem': { must: 'A problem has a title, the HTTP status of its answer and a kind.' },
  '2.10-detail': { should: 'A problem explains itself in `detail` and says in `action` what an operator can do.' },
  '2.10-provider-code': { must: 'A provider code, when there is one, is a string.' },
  '2.10-action': { must: 'The action of a problem contains neither a token nor the body of an answer.' },
  '2.10-outcome': { must: 'The outcome of a problem is `rejected` or `unknown`.' },
  '2.10-retry-after': { must: 'A retry delay, when there is one, is an integer number of seconds.' },
  '2.10-readable': {
    must: 'Title, detail and action are written for a reader who does not know the code of the connector.',
    excluded:
      'Whether prose helps a reader cannot be decided by a program; presence and safety of the text are judged.',
  },
} as const
