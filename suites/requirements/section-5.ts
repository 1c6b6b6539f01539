/** §5: authentication. */
export const section5 = {
  '5.1.1': { must: 'Every connector route refuses a missing or wrong bearer token.' },
  '5.1.2': {
    must: 'Bearer tokens are compared without timing leaks.',
    excluded:
      'Constant time cannot be decided from outside: network noise hides a byte-wise comparison. A gross leak is R15-should-timing.',
  },
  '5.1.3': { must: 'The connector token reaches only the connector, never the destination.' },
  '5.1.3-destination': {
    must: 'A destination token reaches only the destination data that is required.',
    excluded: 'What a destination grants to a token is set at the destination and cannot be seen in the traffic.',
  },
  '5.1.4': {
    must: 'Authorization headers, bodies that may hold post text, destination answers and secrets are never logged.',
  },
  '5.2.1': {
    must: 'Only an unscoped instance administrator in a signed-in browser session appends facts.',
    excluded: 'Admin routes of the service; decided by the tests of the ledger service, a connector has no such route.',
  },
  '5.2.2': {
    must: 'The admin routes refuse bearer tokens of API, command line and MCP.',
    excluded: 'Admin routes of the service; decided by the tests of the ledger service, a connector has no such route.',
  },
} as const
