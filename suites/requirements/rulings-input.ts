/** R6–R15 and R-rev: manifest, connection, capabilities and input. */
export const rulingsOnInput = {
  'R6-shape': { must: 'The manifest has every member that is required, each of its type.' },
  'R6-modes': { must: 'The connection modes are exactly `preconfigured`.' },
  'R6-profiles': {
    must: 'There is an output profile, each is `short_text` for `post`, and required content may be at least one character long.',
  },
  'R6-media': { must: 'Both media bounds of every profile are zero.' },
  'R6-settings': { must: 'A setting has its members of their types and one of the six controls.' },
  'R6-ids': { must: 'Every id of the manifest follows the ID format.' },
  'R6-reserved': { must: 'The provider id is none of the built-in ones named in the configuration.' },
  'R6-should-unique': { should: 'Profile ids are unique, and setting keys are within their profile.' },
  'R6-should-defaults': { should: 'A `select` or `radio` has an option, and a default fits its control.' },
  R6b: {
    must: 'The provider id outlives a restart, and manifests of one revision have the same limits, settings and profiles.',
  },
  'R6b-should': { should: 'The capability revision outlives a restart while nothing changed.' },

  R7: {
    must: 'Title and description without room, limits above 100 000 characters and profiles beyond the eighth are left out.',
    excluded:
      'Binds the harness, not the connector: it says which cases are sent, and the report names what was left out.',
  },
  R8: { must: 'A connector that does not poll never answers pending.' },

  R9: {
    must: 'A workspace that connects again has the same connection reference and sees no account it did not see before.',
  },
  'R9-accounts': {
    must: 'A connection names 1 to 100 accounts, each with a unique id of the ID format and two names.',
  },
  'R9-restart': { must: 'A connection reference from before a restart publishes a new operation after it.' },
  'R9-workspace': {
    must: 'A run in which a random workspace is refused is inconclusive and names the configuration key.',
    excluded: 'Binds the harness, not the connector: refusing a workspace one does not know is allowed.',
  },

  R10: { must: 'Good settings resolve as available, under the revision of the manifest.' },
  'R10-unusable': { must: 'An unusable profile or setting is not available, or a 4xx typed problem.' },
  'R10-member': { must: 'A resolution request with an unknown member is answered with a typed problem.' },
  'R10-no-write': { must: 'While capabilities are resolved, no write reaches the destination and no item appears.' },
  'R10-should': {
    should: 'An unusable profile or setting is answered as not available, with a reason that is not empty.',
  },

  R11: { must: 'Text of exactly the declared length is accepted, and text one ASCII character longer refused.' },
  'R11-should': { should: 'The length of text is counted in Unicode code points.' },

  'R12-member': { must: 'An unknown member is refused on each POST route.' },
  'R12-trailing': { must: 'A second JSON value after the body is refused on each POST route.' },
  'R12-not-json': {
    must: 'A body that is empty, cut off, not JSON or not a JSON object is refused on each POST route.',
  },
  'R12-type': {
    must: 'A missing or non-string workspace, operation id, connection reference, revision or profile is refused.',
  },
  'R12-text': { must: 'Required text that is missing or empty is refused by publish.' },
  'R12-limit': { must: 'Text over its limit is refused by publish.' },
  'R12-setting-unknown': { must: 'A setting that the profile does not declare is refused by publish.' },
  'R12-setting-option': { must: 'A value outside the options of a setting is refused by publish.' },
  'R12-setting-type': {
    must: 'An object or list for any setting, a word or `true` for a number and a word for a checkbox are refused by publish.',
  },
  'R12-setting-missing': { must: 'A publish without a required setting that has no default is refused.' },
  'R12-profile': { must: 'An unknown profile is refused by publish.' },
  'R12-connection': { must: 'An unknown connection reference is refused by publish.' },
  'R12-should-white-space': { should: 'Required text of nothing but white space is refused by publish.' },
  'R12-should-loose-types': {
    should:
      'A number written as text, text written as a number and a checkbox written as a string are refused by publish.',
  },
  'R12-should-duplicate-key': { should: 'A body with a member twice is refused.' },
  'R12-should-two-headers': { should: 'A request with two Authorization headers is refused.' },
  'R12-should-large-body': {
    should: 'A body of 2 MiB is refused or the connection closed, and the connector still serves.',
  },
  'R12-not-http': {
    must: 'A request that is not valid HTTP writes nothing and leaves the connector serving.',
  },
  'R12-default': {
    must: 'A missing required setting that has a default is not tested.',
    excluded: 'Binds the harness, not the connector: applying the default and refusing are both correct.',
  },
  R12b: {
    must: 'After a refused publish its operation does not exist, and a valid publish under the same id is accepted.',
  },

  R13: {
    must: 'Accepted requests send every required setting, from the configured example, the default or a simple value.',
    excluded:
      'Binds the harness, not the connector: it says how valid input is chosen and what an unlucky choice means.',
  },
  R14: {
    must: 'Operation ids that differ in letter case only, or in the last of 64 characters, are different operations.',
  },
  'R14-should': { should: 'An operation id with `:` or `/` is found when it is sent percent-encoded.' },

  R15: { must: 'No token but the exact one, in no scheme but Bearer, is accepted on any route.' },
  'R15-lookup': {
    must: 'The operation route refuses a wrong token for an operation that exists and for one that does not.',
  },
  'R15-no-write': { must: 'An otherwise valid publish with a wrong token writes nothing.' },
  'R15-invalid-body': { must: 'A wrong token is refused also when the body is invalid.' },
  'R15-should-invalid-body': { should: 'A wrong token with an invalid body is answered 401 or 403.' },
  'R15-should-bare': { should: 'The bare token without `Bearer` is refused.' },
  'R15-should-timing': {
    should: 'The time of a refusal shows no gross dependence on how much of the token was right.',
  },
  'R-rev': {
    must: 'No revision but the current one is accepted: not longer, shorter, in other letter case, empty, absent, earlier or later.',
  },
} as const
