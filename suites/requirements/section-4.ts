/** §4: the routes. */
export const section4 = {
  '4.1-readiness': {
    must: 'The service serves the readiness projection by REST, command line and MCP alike.',
    excluded: 'Routes of the service over its ledgers; a connector serves none of them.',
  },
  '4.1-admin': {
    must: 'Three admin routes append approval reviews, runtime controls and certifications.',
    excluded: 'Routes of the service over its ledgers; a connector serves none of them.',
  },

  '4.2-routes': { must: 'All six connector routes exist.' },
  '4.2-json': { must: 'Requests and answers are JSON.' },
  '4.2-unknown-member': { must: 'A request with an unknown member is refused.' },
  '4.2-trailing-value': { must: 'A request with a second JSON value after the document is refused.' },
  '4.2-success': {
    must: 'Each route answers a good request with success and the message the specification gives for it.',
  },
  '4.2-no-secret': { must: 'The manifest contains no secret.' },
  '4.2-lookup-shape': { must: 'A lookup answers with the same published or pending shape as a publish.' },
  '4.2.1': { must: 'Health is answered with a problem while the connector cannot publish.' },
  '4.2.2': { must: 'One request completes a preconfigured connection.' },
  '4.2.2-accounts': { must: 'A connection shows no account outside the preconfigured one.' },
  '4.2.3': { must: 'Resolving capabilities changes nothing at the destination.' },
  '4.2.3-unusable': { must: 'An unusable profile or setting is never resolved as available.' },
  '4.2.3-reason': { should: 'An unusable profile or setting is resolved as not available, with a reason.' },
  '4.2.4': { must: 'Connection, revision, profile, content and settings are validated before anything is written.' },
  '4.2.4-reserve': { must: 'A publish is reserved durably after validation and before the write.' },
  '4.2.5': { must: 'A lookup answers 404 only when the operation is known not to exist and nothing was written.' },
  '4.2-headers': {
    must: 'Every call carries the bearer token, the accepted media types and, with a body, the JSON content type.',
    excluded: 'A rule for the caller: the wire client sends them on every request, and its own tests say so.',
  },
} as const
