import type { Siege } from './siege.ts'

const lookups = ['protocol/lookup-unknown', 'protocol/one-document']
const sizes = ['response-size/longest-post', 'response-size/every-answer']
const texts = ['manifest', 'protocol/connection-shape', 'protocol/problem-shape', 'protocol/resolve-unusable']

/** The answer to a lookup is no answer at all: §4.2 owes one. */
const noAnswer = (id: string, detail: string): Siege => ({
  id,
  only: ['protocol/lookup-unknown'],
  deadlineS: 150,
  exit: 1,
  verdicts: { 'protocol/lookup-unknown': 'fail' },
  says: [detail],
  why: 'a lookup is owed a complete answer (§4.2), and bounds of the wire say what came instead',
})

const notOneDocument = (id: string, detail: string): Siege => ({
  id,
  only: lookups,
  deadlineS: 120,
  exit: 1,
  verdicts: { 'protocol/lookup-unknown': 'fail', 'protocol/one-document': 'fail' },
  says: [detail],
  why: 'a body must be exactly one JSON document (R3)',
})

const tooLarge = (id: string): Siege => ({
  id,
  only: ['protocol/lookup-unknown', 'response-size/every-answer'],
  deadlineS: 120,
  exit: 1,
  verdicts: { 'protocol/lookup-unknown': 'fail', 'response-size/every-answer': 'fail' },
  says: ['at most 1048576 bytes of body from GET /v1/operations/'],
  why: 'every response stays at or below 1 MiB (§8)',
})

/** Nothing can be said about a connector that never worked. */
const neverWorked = (id: string, detail: string, readyWithin?: number): Siege => ({
  id,
  deadlineS: 120,
  ...(readyWithin === undefined ? {} : { readyWithin }),
  exit: 3,
  verdicts: { 'manifest/shape': 'inconclusive', 'lost-answer/repeat-agrees': 'inconclusive' },
  says: [detail],
  why: 'a connector that never answered was not seen to do anything, right or wrong',
})

const refusesEverything = (id: string): Siege => ({
  id,
  deadlineS: 150,
  exit: 3,
  verdicts: { 'manifest/ids': 'pass', 'lost-answer/repeat-agrees': 'inconclusive' },
  says: ['the connector refused a publish that the harness takes for valid: status 422'],
  why: 'a refused baseline publish decides nothing (R13); the report quotes it, disarmed',
})

const lawful = (id: string, why: string, rest: Partial<Siege> = {}): Siege => ({
  id,
  deadlineS: 240,
  exit: 0,
  why,
  ...rest,
})

const wrongIds = (id: string): Siege => ({
  id,
  only: texts,
  deadlineS: 150,
  exit: 1,
  verdicts: { 'manifest/ids': 'fail' },
  why: 'its ids break the ID format (§2.4)',
})

const leaks = (id: string, verdicts: Siege['verdicts'], why: string, rest: Partial<Siege> = {}): Siege => ({
  id,
  deadlineS: 240,
  exit: 1,
  ...(verdicts ? { verdicts } : {}),
  why,
  ...rest,
})

/** Every hostile behaviour once; those that wait longest first, so that others run meanwhile. */
export const sieges: readonly Siege[] = [
  noAnswer('one-byte-per-second', 'timed out, no complete answer within 60000 ms'),
  {
    id: 'poll-in-an-hour-for-ever',
    shape: 'asynchronous',
    only: ['protocol/lookup-unknown', 'manifest/shape', 'lost-answer/repeat-agrees'],
    deadlineS: 150,
    exit: 1,
    verdicts: { 'protocol/lookup-unknown': 'fail', 'lost-answer/repeat-agrees': 'inconclusive' },
    says: ['published within 15 s', 'it stayed pending'],
    why: 'a publish whose write was answered becomes published within 15 s (R20a), whatever hour it names',
  },
  lawful('poll-in-an-hour', 'an hour is a lawful advice (§2.9), and operations did become published', {
    shape: 'asynchronous',
    verdicts: { 'protocol/poll-bounds': 'pass' },
  }),
  lawful('terminal-escapes', 'no rule forbids control characters in texts; none of them reaches anybody', {
    terminal: true,
    verdicts: { 'manifest/no-html': 'pass' },
  }),
  leaks(
    'echoes-token',
    { 'manifest/no-secret': 'fail', 'redaction/answers-secrets': 'fail', 'redaction/logs-token': 'fail' },
    'the manifest holds no secret (§4.2) and tokens are redacted (§11.10); both are said without saying them',
  ),
  leaks('echoes-post', { 'redaction/logs-post-text': 'fail' }, 'post bodies are redacted from logs (§11.10)'),
  lawful('lone-surrogates', 'the grammar of JSON allows them', { verdicts: { 'protocol/one-document': 'pass' } }),
  lawful('prototype-keys', 'members that we do not know are tolerated (R3)', {
    verdicts: { 'manifest/shape': 'pass', 'lost-answer/repeat-agrees': 'pass' },
  }),
  lawful('log-flood', 'after 200 MB of log its token stands in it, and is found (§11.10)', {
    only: ['redaction'],
    exit: 1,
    verdicts: { 'redaction/logs-token': 'fail', 'redaction/logs-post-text': 'pass' },
  }),
  leaks('log-flood-without-lines', { 'redaction/logs-token': 'fail' }, 'tokens are redacted from logs (§11.10)', {
    only: ['redaction/capture-proven', 'redaction/logs-token'],
  }),
  lawful('mebibyte-of-objects', '1 MiB is allowed, and what is in unknown members is nobody’s business (R3)', {
    only: ['concurrency/burst-8', 'response-size/every-answer'],
    verdicts: { 'concurrency/burst-8': 'pass', 'response-size/every-answer': 'pass' },
  }),
  lawful('mebibyte-of-numbers', 'the same', {
    only: ['response-size/every-answer'],
    verdicts: { 'response-size/every-answer': 'pass' },
  }),
  lawful('mebibyte-of-names', 'the same', {
    only: ['response-size/every-answer'],
    verdicts: { 'response-size/every-answer': 'pass' },
  }),
  lawful('exactly-a-mebibyte', '1 MiB is still allowed (§8)', {
    only: ['manifest/shape', 'redaction/answers-secrets', ...sizes],
    verdicts: { 'response-size/every-answer': 'pass', 'redaction/answers-secrets': 'pass' },
  }),
  {
    id: 'one-byte-more',
    only: ['manifest/shape', ...sizes],
    deadlineS: 120,
    exit: 1,
    verdicts: { 'manifest/shape': 'fail', 'response-size/every-answer': 'fail' },
    says: ['at most 1048576 bytes of body'],
    why: 'every response stays at or below 1 MiB (§8)',
  },
  lawful('thousand-settings', 'no rule limits their number, and none is left out', {
    only: ['manifest', 'invalid-input/setting-unknown', 'protocol/resolve-good'],
    verdicts: { 'manifest/settings': 'pass', 'invalid-input/setting-unknown': 'pass' },
  }),
  lawful('thousand-profiles', 'no rule limits their number; eight of them are driven, and the report says so (R7)', {
    only: ['manifest', 'protocol/resolve-good'],
    verdicts: { 'manifest/profiles': 'pass', 'protocol/resolve-good': 'pass' },
    says: ['8 of 1000 output profiles were driven; not driven: note.8, note.9', '972 more'],
  }),
  lawful('ignores-sigterm', 'nothing obliges a connector to end on SIGTERM; it is killed after ten seconds', {
    only: ['redaction'],
    verdicts: { 'redaction/logs-token': 'pass' },
  }),
  lawful('binary-log', 'a log may hold anything but secrets', {
    only: ['redaction'],
    verdicts: { 'redaction/logs-token': 'pass' },
  }),
  lawful('slow-boot', 'it is ready within ready_within_ms', {
    only: ['manifest/shape', 'manifest/stable-over-restart'],
    verdicts: { 'manifest/stable-over-restart': 'pass' },
  }),
  lawful('leaves-a-child', 'its process group is killed with it, so nobody serves on', {
    only: ['manifest/stable-over-restart', 'protocol/connection-after-restart'],
    verdicts: { 'protocol/connection-after-restart': 'pass' },
  }),
  {
    id: 'leaves-a-daemon',
    only: ['protocol/connection-after-restart', 'protocol/lookup-unknown', 'protocol/result-shape'],
    deadlineS: 120,
    exit: 1,
    // Whether the daemon listens before the port is seen to be free is a race: the restart is then undecided, or fails too.
    verdicts: { 'protocol/result-shape': 'fail' },
    why: 'whoever answers at its address in its name answers wrongly',
  },
  lawful('floods-destination', 'its flood fails at the gate, its posts do not', {
    only: ['lost-answer/repeat-agrees', 'protocol/lookup-unknown'],
    verdicts: { 'lost-answer/repeat-agrees': 'pass' },
  }),
  {
    id: 'exits-in-the-middle',
    only: ['protocol/lookup-unknown', 'protocol/problem-status', 'stale-revision/suffix'],
    deadlineS: 150,
    exit: 1,
    verdicts: { 'protocol/problem-status': 'fail', 'stale-revision/suffix': 'fail' },
    says: ['it ended with exit code 0'],
    why: 'a request that ends the connector gets no answer (§7.1.1)',
  },
  neverWorked('silence', 'the connector did not answer within 4000 ms', 4000),
  neverWorked('never-listens', 'the connector did not answer within 4000 ms', 4000),
  neverWorked('binary-crash', 'the connector ended before it answered (exit code 9)'),
  neverWorked('token-and-crash', 'the connector ended before it answered (exit code 7)'),
  {
    id: 'silent-publish',
    deadlineS: 12,
    exit: 3,
    verdicts: { 'lost-answer/repeat-agrees': 'inconclusive' },
    says: ['the run’s deadline of 12 s passed'.replace('’', "'")],
    why: 'the deadline ends a run in the middle of its preparation, and nothing was decided',
  },
  {
    id: 'endless-manifest',
    only: ['manifest/shape', 'manifest/ids', 'response-size/every-answer'],
    deadlineS: 120,
    exit: 1,
    verdicts: { 'manifest/shape': 'fail', 'response-size/every-answer': 'fail' },
    says: ['at most 1048576 bytes of body from GET /v1/manifest'],
    why: 'every response stays at or below 1 MiB (§8), the first one too',
  },
  tooLarge('endless-body'),
  tooLarge('length-of-terabytes'),
  noAnswer('endless-headers', 'malformed, its head is longer than 16384 bytes'),
  noAnswer('endless-reason', 'malformed, more than 25165824 bytes, and no end of it'),
  noAnswer('endless-chunk-extension', 'malformed, more than 25165824 bytes, and no end of it'),
  noAnswer('endless-trailers', 'malformed'),
  noAnswer('interim-flood', 'malformed, more than 1000 interim answers'),
  noAnswer('length-too-long', 'reset, the connection ended before the answer was complete'),
  noAnswer('two-lengths', 'malformed'),
  noAnswer('switches-protocols', 'malformed, an answer came that was not asked for'),
  notOneDocument('length-too-short', 'not JSON, the body ends inside a JSON document'),
  notOneDocument('gzip-bomb', 'status 200 and a body that is not one'),
  notOneDocument('deep-nesting', 'too deep, the body nests deeper than 64 levels'),
  notOneDocument('invalid-utf-8', 'not UTF-8, the body is not valid UTF-8'),
  notOneDocument('raw-nul', 'not JSON'),
  {
    id: 'second-answer',
    only: ['protocol/lookup-unknown'],
    deadlineS: 120,
    exit: 1,
    verdicts: { 'protocol/lookup-unknown': 'fail' },
    says: ['status 404'],
    why: 'the first answer counts, and denies what was published; the second is never taken for anything',
  },
  {
    id: 'redirects',
    only: ['protocol/no-redirect', 'manifest/shape'],
    deadlineS: 120,
    exit: 1,
    verdicts: { 'protocol/no-redirect': 'fail', 'manifest/shape': 'pass' },
    why: 'a redirect is no answer (R3); nobody followed one',
  },
  {
    id: 'duplicate-keys',
    only: ['manifest/shape', 'protocol/connection-shape'],
    deadlineS: 120,
    exit: 1,
    verdicts: { 'manifest/shape': 'fail', 'protocol/connection-shape': 'fail' },
    says: ['duplicate key'],
    why: 'two readers of such a document may read different things; it is not one document (R3)',
  },
  {
    id: 'two-documents',
    only: ['manifest/shape', 'protocol/connection-shape'],
    deadlineS: 120,
    exit: 1,
    verdicts: { 'manifest/shape': 'fail' },
    says: ['more than one document'],
    why: 'a body must be exactly one JSON document (R3)',
  },
  {
    id: 'markup',
    only: texts,
    deadlineS: 150,
    exit: 1,
    verdicts: { 'manifest/no-html': 'fail', 'manifest/ids': 'pass' },
    why: 'a display string holds no HTML, script or vector image (§2.4)',
  },
  wrongIds('terminal-escapes-in-ids'),
  wrongIds('markup-in-ids'),
  wrongIds('xml-breakers'),
  wrongIds('ci-commands'),
  wrongIds('nul-characters'),
  wrongIds('lone-surrogates-in-ids'),
  refusesEverything('terminal-escapes-in-refusals'),
  refusesEverything('ci-commands-in-refusals'),
  {
    ...refusesEverything('markup-in-refusals'),
    exit: 1,
    verdicts: { 'manifest/no-html': 'fail' },
    why: 'a display string holds no HTML, script or vector image (§2.4)',
  },
  { ...refusesEverything('echoes-token-in-refusals'), says: ['its text holds a secret'] },
  {
    id: 'path-like-ids',
    only: ['protocol/resolve-good', 'manifest/ids'],
    deadlineS: 120,
    exit: 1,
    verdicts: { 'protocol/resolve-good': 'fail', 'manifest/ids': 'pass' },
    why: 'the ids are lawful, and a file is named after each failure; that resolve says unavailable is not lawful',
  },
  lawful('prototype-settings', 'such keys are as good as others', {
    only: ['manifest', 'invalid-input/setting-type', 'invalid-input/setting-unknown', 'protocol/resolve-good'],
    verdicts: { 'invalid-input/setting-type': 'pass', 'protocol/resolve-good': 'pass' },
  }),
]
