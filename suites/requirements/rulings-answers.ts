/** R1–R6a: answers and problems. */
export const rulingsOnAnswers = {
  R1: {
    must: 'A problem is a JSON object with a title, the HTTP status of its answer and a kind, none of them empty.',
  },
  'R1-publish': {
    must: 'A publish refused for its shape, revision, connection, profile, content or settings says `rejected`; refused for its token it says that or nothing.',
  },
  'R1-after-attempt': {
    must: 'A publish that failed after a destination attempt says `rejected` or `unknown`, as R19 allows.',
  },
  'R1-elsewhere': {
    must: 'An outcome in an authentication, validation or 404 problem of any other route is `rejected`.',
  },
  'R1-retry-after': { must: 'A retry delay is an integer of zero or more.' },
  'R1-should': {
    should: 'A problem carries detail, action and its own media type, and no retry delay beside an unknown outcome.',
  },
  R1b: { must: 'The same defect, sent twice and once more after a restart, has the same kind and provider code.' },

  'R2-token': {
    must: 'A missing or wrong token is answered 401 or 403; from the tenth wrong token on 429 is accepted.',
  },
  'R2-validation': { must: 'A request that fails validation is answered with a non-2xx typed problem.' },
  'R2-lookup': { must: 'A lookup of an unknown operation is answered with a non-2xx typed problem.' },
  'R2-health': { must: 'Health is answered with a non-2xx typed problem while the destination is down.' },
  'R2-should': { should: 'A request that fails validation is answered 4xx, and an unknown operation 404.' },

  'R3-failed': { must: 'A 2xx body with the status `failed` is a violation wherever it is seen.' },
  'R3-redirect': { must: 'No answer is a redirect.' },
  'R3-document': { must: 'The body of an answer is exactly one JSON document, and a successful one is not empty.' },
  'R3-encoding': { must: 'An answer is not compressed, because the caller accepts only the identity encoding.' },

  R4: {
    must: 'Every answer of the run has a body of at most 1 048 576 bytes, also to long posts and refused requests.',
  },
  'R4-destination': {
    must: 'Answers stay within 1 MiB when a string of a destination answer is 2 MiB or a destination error is 5 MiB.',
  },

  R5: {
    must: 'Health turns non-2xx at the latest 20 s after an outage began and ready at the latest 60 s after it ended.',
  },
  'R5-health': { must: 'Health is answered within 30 s whatever the destination does.' },
  'R5-operations': { must: 'A publish or lookup is answered within 60 s whatever the destination does.' },
  'R5-should': { should: 'Health turns at once with the destination and is answered within 15 s.' },
  'R5-should-operations': { should: 'A publish or lookup is answered within 20 s whatever the destination does.' },

  R6a: { must: 'A string for display contains no HTML or SVG element, no HTML comment and no SVG data URL.' },
} as const
