import { usualCause } from './usual-cause.ts'

/** One group of cases for a person who has to mend a connector. */
export interface Explanation {
  /** Completes "A conforming connector …". */
  readonly title: string
  /** What goes wrong for users otherwise. */
  readonly why: string
  readonly usualCauses: readonly string[]
  readonly mend: readonly string[]
}

export type CheckId =
  | 'authentication'
  | 'manifest'
  | 'health'
  | 'stale-revision'
  | 'invalid-input'
  | 'concurrency'
  | 'restart'
  | 'lost-answer'
  | 'unknown-outcome'
  | 'redaction'
  | 'response-size'
  | 'protocol'

/** The eleven of §11 in its order, and `protocol`. */
export const explanations: Readonly<Record<CheckId, Explanation>> = {
  authentication: {
    title: 'rejects a missing or wrong bearer token on every route',
    why: 'The connector holds the credentials of the destination. Whoever reaches one open route can publish in the name of the account behind it, or learn what was published. A refusal that looks like "not found" is as bad: the service would believe that nothing was written.',
    usualCauses: [
      'The token is checked in each handler, and one handler was forgotten, most often health, the manifest or the operation lookup.',
      'The token is compared as a prefix, in lower case or only up to the length of the shorter one.',
      'An empty token passes because the expected token is empty too when its environment variable is missing.',
      'The scheme is cut off by position, so that any seven characters stand for `Bearer `.',
      'The operation is looked up before the token is checked, so that a stranger gets 404 instead of 401.',
    ],
    mend: [
      'Check the token once, before routing, so that no route can be without it.',
      'Split the header into scheme and token; require the scheme `Bearer` in any letter case and compare hashes of both tokens with a constant-time function.',
      'Refuse to start without a configured token.',
      'Answer every refusal with status 401 and a problem with title, status and kind.',
    ],
  },
  manifest: {
    title: 'returns a manifest that the service accepts',
    why: 'The service reads the manifest at startup and draws its forms, limits and checks from it. One member of the wrong type keeps the whole connector from starting. A manifest that changes without a new revision makes posts that were prepared earlier publish differently.',
    usualCauses: [
      'Numbers or booleans are written as strings, for instance `"max_length": "280"`.',
      'A member that is required was left out because it is empty or zero, often one of the `media` bounds.',
      'The provider id is made from the host name, port or a random value and changes with every start.',
      'The capability revision is a constant while profiles come from a configuration that changes.',
      'Descriptions are taken from the destination, with the HTML it uses.',
    ],
    mend: [
      'Compare the manifest with §2.4 member by member; the failure names the place as a JSON pointer.',
      'Make the provider id a constant of the source code.',
      'Derive the capability revision from the limits, settings and profiles, for instance as a hash.',
      'Write display texts as plain text.',
    ],
  },
  health: {
    title: 'fails health when its required destination is unavailable',
    why: 'The service asks health before it relies on a connector. While health says ready and the destination is down, posts are taken on that cannot be published. Health that hangs, or does not recover, blocks the service long after the outage is over.',
    usualCauses: [
      'Health answers ready whenever the process runs and never asks the destination.',
      'The destination is asked, but only a refused connection counts as failure and a 500 does not.',
      'The call to the destination has no timeout, so that health hangs together with it.',
      'The last health result is cached for minutes, or a failure is remembered for ever.',
      'The failure is answered with status 200 and `"status": "down"`.',
    ],
    mend: [
      'In health, call the cheapest destination request that proves publishing would work.',
      'Give that call a total timeout of a few seconds, and treat timeout, refusal and every non-2xx answer as down.',
      'Answer down with status 503 and a problem.',
      'Cache the result for seconds at most.',
    ],
  },
  'stale-revision': {
    title: 'rejects an old capability revision before writing',
    why: 'A post was prepared under limits and settings that carried one revision. When those have changed, publishing it as it is shows readers something nobody approved. The service can only notice when the connector refuses the old revision.',
    usualCauses: [
      'The revision is read from the request and never compared.',
      'Revisions are compared by order or prefix, so that "newer than" or "starts with" passes.',
      'An absent or empty revision is taken to mean the current one.',
      'The comparison ignores letter case or trims.',
      'The comparison stands after the destination write.',
    ],
    mend: [
      'Compare the revision of the request with the current one for exact equality.',
      'Require it as a string that is not empty.',
      'Do it together with the other validation, before the operation is reserved.',
      'Answer with a 4xx problem whose outcome is `rejected`.',
    ],
  },
  'invalid-input': {
    title: 'rejects invalid content and settings before writing',
    why: 'What the connector lets through becomes public at the destination: cut off, with the wrong setting, or half empty. A refusal before the write costs nothing, and the service can show it to the author. A refusal after the write leaves a post that nobody knows about.',
    usualCauses: [
      'Unknown members and settings are ignored instead of refused.',
      'The limit is checked with `>=` where `>` is meant, on bytes instead of characters, or left to the destination.',
      'Values are converted instead of checked, so that `true` becomes 1 and an object becomes text.',
      'The JSON parser stops after the first value and never looks at the rest of the body.',
      'The operation is reserved before validation, so that a refused id stays taken.',
    ],
    mend: [
      'Validate against the manifest you serve, from one table, so that promise and check cannot differ.',
      'Check types strictly and refuse every member and setting you do not know.',
      'Validate everything first, then reserve the operation, then write.',
      'Answer with a 4xx problem whose outcome is `rejected` and whose kind is a constant.',
    ],
  },
  concurrency: {
    title: 'returns the same result for concurrent requests with one `operation_id`',
    why: 'Two workers of the service, or a retry that crosses the first try, send the same operation at the same moment. Unless exactly one of them writes, readers see the post twice. Unless all get the same result, the service follows an item that does not exist.',
    usualCauses: [
      'The journal is read, found empty, and written later: both requests pass between the two steps.',
      'A lock is held in the memory of one worker while another worker serves the second request.',
      'The second request is answered with 409 and `rejected`, though the write is under way.',
      'The operation id is lower-cased, cut or hashed too short, so that two operations become one.',
      'The second request creates its own provider id when it stores the result.',
    ],
    mend: [
      'Reserve with one atomic step: insert under a unique key and see whether you were the one.',
      'Answer everyone else with the state of the first: pending, published, or wait for it.',
      'Compare operation ids byte by byte, in a column with binary collation.',
      'Keep the first content; a repeat never overwrites it.',
    ],
  },
  restart: {
    title: 'returns the same result after a restart',
    why: 'Processes are killed in the middle of their work, by deployments, by the kernel, by accident. What the connector knew only in memory is gone, and the next publish of the same operation creates the post again. A pending operation that nobody continues is a post that never appears.',
    usualCauses: [
      'The journal is a map in memory, or is written to disk only now and then or at a clean exit.',
      'The operation is stored after the destination write, so that a crash in between forgets the write.',
      'Operations found reserved after a restart are written again, or deleted as stale.',
      'Pending operations are continued by a timer that the restart does not start again.',
      'Connection references are random and kept in memory.',
    ],
    mend: [
      'Commit the reservation to a durable store before the first byte goes to the destination.',
      'At start, treat every reserved operation as uncertain: ask the destination, and write only what surely is not there.',
      'Store external id and URL with the operation, and return what is stored.',
      'Derive connection references from the configuration, or store them.',
    ],
  },
  'lost-answer': {
    title: 'creates exactly one destination item when the first response times out after the write',
    why: 'The most common accident of all: the write succeeded and the answer got lost, between destination and connector or between connector and service. Whoever takes silence for failure publishes again. Readers see the post twice, and no log says why.',
    usualCauses: [
      'The HTTP client of the connector repeats a POST by itself after a reset or a 5xx.',
      'A timeout or 5xx releases the reservation, so that the repeat starts over.',
      'When the caller disconnects, the request is cancelled between write and store.',
      'The repeat writes again without asking the destination first.',
      'An answer that cannot be parsed is taken for a failed write.',
    ],
    mend: [
      'Turn off automatic retries for the destination write.',
      'Send the operation id to the destination as idempotency key when it has one; else look for the item before any second write.',
      'Treat timeout, reset, 5xx and unreadable answers alike: the write may have happened, the operation stays pending.',
      'Do not tie the write to the connection of the caller.',
    ],
  },
  'unknown-outcome': {
    title: 'reports an unknown result without causing a blind retry',
    why: 'The service decides by the answer whether it may send a post again. `rejected` and 404 are promises that nothing was written; given too early, they cause the second post. Only pending and `unknown` make the service wait until somebody knows.',
    usualCauses: [
      'Every destination error becomes a problem with `rejected`.',
      'A lookup during the write finds no finished row and answers 404.',
      'While the destination is down, reconciliation finds nothing and takes that for proof.',
      'A published operation is checked at the destination again, and its result is lost while that is down.',
      'An empty search result of the destination is trusted while a write is still under way.',
    ],
    mend: [
      'Say `rejected` only when the destination has refused, or was never reached.',
      'Answer lookups from the journal: reserved is pending, published is published.',
      'When reconciliation cannot reach the destination, leave the state as it is.',
      'Say 404 only for ids that were never reserved.',
    ],
  },
  redaction: {
    title: 'redacts tokens, post bodies and destination responses from logs',
    why: 'Logs are copied, searched and kept by people who may not publish and should not read private posts. A token in a log line is a token everybody with access to the logs has. Problems travel even further: into the service, its database and its pages.',
    usualCauses: [
      'A request logger prints headers or bodies at debug level, and debug is on.',
      'An exception carries the destination answer in its message and is logged whole.',
      'The body of a destination error is put into `detail` to be helpful.',
      'The token stands in a URL that is logged.',
      'A refused token is logged "to help with the configuration".',
    ],
    mend: [
      'Log what happened by operation id, status and kind; never headers, bodies or exception messages of the HTTP client.',
      'Map destination errors to texts of your own, and keep their codes in `provider_code`.',
      'Send tokens in headers only.',
      'Search your own log for the token after a failed publish: that is what this check does.',
    ],
  },
  'response-size': {
    title: 'keeps every response at or below 1 MiB',
    why: 'The service stops reading at 1 MiB and then has no answer at all. After a publish that means an unknown result for a post that is out. Size comes from outside: a long post, a refused request or a verbose destination makes the answer grow.',
    usualCauses: [
      'A problem quotes the refused input, or one message for each of many unknown members.',
      'The destination answer is passed through, or its body is put into `detail`.',
      'A published result repeats the content of the post.',
      'Debug traces are part of error answers.',
    ],
    mend: [
      'Build answers from the members the specification names, and from nothing else.',
      'Cap every text that comes from outside, and name at most a few of many mistakes.',
      'Limit how much of a destination answer is read.',
    ],
  },
  protocol: {
    title: 'speaks the protocol: connections, capabilities, results, problems and lookups as specified',
    why: 'The service decides by status, outcome and shape, without a person in between. An answer that is nearly right is stored wrong, or not at all. Most of these rules take a line of code and save a day of searching.',
    usualCauses: [
      'The framework answers errors itself, as HTML or with its own JSON, for unknown routes, bad JSON or exceptions.',
      'A failure is answered with status 200 and `"status": "failed"`.',
      '`poll_after_seconds` or the idempotency time is a string, a fraction, zero or in milliseconds.',
      'URLs are relative, or use http.',
      'A redirect adds or removes a slash, or a proxy compresses answers.',
    ],
    mend: [
      'Install one error handler that turns everything into a problem with title, status, kind and outcome.',
      'Build results in one place, with the checks of §2.9 beside it.',
      'Serve the six paths exactly as they are written, with neither redirect nor compression.',
      'Give destination calls a total timeout, so that every request is answered.',
    ],
  },
}

/** The line for one case: under its id, or under its id without what is asked first. */
export function usualCauseOf(caseId: string): string | undefined {
  return usualCause[caseId] ?? usualCause[caseId.replace(/-(?:lookup-first|publish-first|both)$/, '')]
}

/** Of a check, or of the check a case belongs to. */
export function explanationOf(id: string): Explanation | undefined {
  const check = id.replace(/\/.*$/, '')
  return isCheckId(check) ? explanations[check] : undefined
}

const isCheckId = (id: string): id is CheckId => Object.hasOwn(explanations, id)

export { usualCause }
