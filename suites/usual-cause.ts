/**
 * One line for the reader of a failure: the mistake behind it more often than any other. Keyed by case id; cases that
 * differ only in what is asked first share the key without that ending.
 */
export const usualCause: Readonly<Record<string, string>> = {
  'authentication/missing': 'The route is registered outside the part of the application that checks the token.',
  'authentication/empty': 'The expected token is empty because its variable is not set, and empty equals empty.',
  'authentication/wrong-first': 'The header is only looked at for being there; the token in it is never compared.',
  'authentication/wrong-middle': 'Only the beginning or the length of the token is compared.',
  'authentication/wrong-last': 'The comparison stops one character early, or compares prefixes.',
  'authentication/prefix': 'The comparison runs over the length of the token that was sent, not of the one expected.',
  'authentication/suffix': 'The comparison is "starts with", or stops at the end of the expected token.',
  'authentication/letter-case': 'Header and token are lower-cased together before the comparison.',
  'authentication/other-scheme': 'The part after the first space is taken as token whatever the scheme before it says.',
  'authentication/typed-problem': 'The framework answers 401 itself, with an empty body or HTML.',
  'authentication/invalid-body-too':
    'A request with an unreadable body takes a path on which the token is never checked.',
  'authentication/invalid-body-status': 'The body is parsed before the token is checked, so a bad body gets 400 first.',
  'authentication/bare-token': 'A missing scheme is forgiven: the header is searched for the token, not split.',
  'authentication/two-headers':
    'The server joins or picks one of the two headers without anybody noticing that there are two.',
  'authentication/timing': 'The tokens are compared with `==`, or byte by byte up to the first difference.',

  'manifest/shape': 'A required member is missing, or a number or boolean is written as a string.',
  'manifest/ids': 'An id contains a space, begins with a character that is no letter or digit, or is longer than 128.',
  'manifest/modes': 'A second connection mode is announced for the future; only `preconfigured` is accepted.',
  'manifest/profiles': 'A profile offers another intent or kind, or required content has a limit of 0.',
  'manifest/media': 'The media bounds are left out, or announce what the destination could take.',
  'manifest/settings': 'A control is named after its HTML input, for instance `dropdown`, or options are objects.',
  'manifest/no-html': 'A description or help text was copied from a web page with its tags.',
  'manifest/no-secret': 'A whole configuration object is serialized into the manifest.',
  'manifest/stable-over-restart': 'The provider id contains a host name, port, time or random value.',
  'manifest/stable': 'Limits or profiles are read anew on every request while the revision is a constant.',
  'manifest/revision-over-restart': 'The revision is made from the start time or a random value.',
  'manifest/polling-honest': '`operations.polling` is false, but slow writes are answered as pending.',
  'manifest/unique': 'Profiles or settings are assembled from two lists that share an entry.',
  'manifest/defaults': 'A default is not among the options, or has the type of another control.',
  'manifest/reserved-provider': 'The connector calls itself after the destination, which is built into the service.',

  'health/ready': 'Health asks for something publishing does not need, or with an old destination token.',
  'health/down-refused': 'Health never asks the destination: it answers ready whenever the process runs.',
  'health/down-5xx': 'Any answer of the destination counts as healthy, a 500 too.',
  'health/down-hanging': 'The call to the destination has no timeout, so health hangs with it.',
  'health/bounded': 'The timeout covers connecting only, or is repeated for several attempts.',
  'health/recovers': 'A failure is remembered, or the broken connection is kept and used again.',
  'health/prompt': 'The health result is cached for longer than a few seconds.',
  'health/problem': 'The failure is answered with the health shape and another word, not with a problem.',

  'stale-revision/suffix': 'The comparison is "starts with".',
  'stale-revision/prefix': 'The comparison runs the other way round: the current revision starts with the one sent.',
  'stale-revision/letter-case': 'Both revisions are lower-cased, or compared in a database without regard to case.',
  'stale-revision/empty': 'An empty revision is falsy, and the comparison is skipped.',
  'stale-revision/absent': 'The comparison is skipped when the member is missing.',
  'stale-revision/sorts-before': 'The revision is never compared, or only refused when it is newer.',
  'stale-revision/sorts-after': 'Only revisions that sort before the current one are refused.',
  'stale-revision/other': 'The revision is read from the request and never compared.',

  'invalid-input/content-missing': 'Missing content becomes an empty text on its way to the destination.',
  'invalid-input/content-empty': 'Content is checked for being there, not for being empty.',
  'invalid-input/content-limit': 'The limit is announced in the manifest and checked nowhere, or off by one.',
  'invalid-input/title-missing': 'A title that the profile requires is treated as optional.',
  'invalid-input/title-empty': 'The title is checked for being there, not for being empty.',
  'invalid-input/title-limit':
    'The title goes to the destination as it is, and its limit is checked for the content only.',
  'invalid-input/description-missing': 'A description that the profile requires is treated as optional.',
  'invalid-input/description-empty': 'The description is checked for being there, not for being empty.',
  'invalid-input/description-limit':
    'The description has no length check of its own, and is cut or refused by the destination.',
  'invalid-input/setting-unknown': 'The known settings are picked out and the rest is ignored.',
  'invalid-input/setting-option': 'The options are drawn in the form but not checked on publish.',
  'invalid-input/setting-type': 'Values are converted to the type of the control instead of checked.',
  'invalid-input/setting-missing':
    'A missing setting is replaced by an empty value though the manifest gives no default.',
  'invalid-input/member-unknown': 'The JSON decoder ignores members it does not know, which is the default of most.',
  'invalid-input/trailing-value':
    'The decoder reads one value from the stream and never checks that the body ends there.',
  'invalid-input/not-json':
    'The parser is lenient or its error is ignored, so the body is accepted; or the error is not caught: a 500.',
  'invalid-input/not-http':
    'The server guesses at a bad length or version and hands the body on, or ends its process over it.',
  'invalid-input/wrong-type': 'Identifiers are converted to strings, so that 5 or null passes.',
  'invalid-input/profile-unknown': 'An unknown profile falls back to the first one.',
  'invalid-input/connection-unknown': 'There is only one connection, so its reference is never compared.',
  'invalid-input/accepted-at-limit':
    'The limit is checked with `>=` instead of `>`, or counts what the connector adds.',
  'invalid-input/free-after-refusal':
    'The operation is reserved before it is validated, so the refused id stays taken.',
  'invalid-input/same-kind-again': 'The kind contains a request id or a time, or depends on which check runs first.',
  'invalid-input/non-ascii-limit': 'The length is counted in bytes or UTF-16 units instead of code points.',
  'invalid-input/white-space': 'Content is trimmed for the destination but not before the check.',
  'invalid-input/numeric-string': 'The number is parsed from whatever text arrives.',
  'invalid-input/duplicate-key': 'The JSON parser keeps the last of two members and says nothing.',
  'invalid-input/large-body': 'The request body is read without a limit.',

  'concurrency/burst-2': 'The journal is read and written in two steps, and the second request comes between them.',
  'concurrency/burst-8': 'The lock lives in the memory of one worker, and the requests reach several.',
  'concurrency/burst-32': 'The pool of connections or locks runs out, and the error is answered as a failed publish.',
  'concurrency/held-first':
    'While the first write runs, the others find no finished result and write as well, or say 409.',
  'concurrency/same-id-other-content': 'The repeat overwrites the stored request, or is published as an edit.',
  'concurrency/first-result-again':
    'The stored content is compared with that of the repeat, and a difference is answered 409 or 422.',
  'concurrency/other-id-same-content': 'Operations are told apart by a hash of their content instead of their id.',
  'concurrency/ids-distinct': 'Ids are lower-cased, cut to a column width, or compared without regard to case.',

  'restart/published-survives': 'Results are kept in memory, or written to disk only at a clean exit.',
  'restart/pending-survives': 'Only finished operations are stored; a pending one is forgotten.',
  'restart/pending-completes': 'The worker that finishes pending operations looks only at those of its own process.',
  'restart/reference-survives': 'The connection reference is random and kept in memory.',
  'restart/crash-received':
    'The reservation is not committed before the write begins, or is dropped at the next start.',
  'restart/crash-received-both':
    'After the start, lookup and repeat take up the reservation at once, and nothing keeps them apart.',
  'restart/crash-applied': 'A reserved operation is written again after the start, though its item already exists.',
  'restart/crash-applied-both':
    'The repeat writes again while the lookup is still asking the destination for the item.',
  'restart/crash-partial':
    'The operation is marked as failed when its answer begins to arrive and cannot be read to the end.',
  'restart/crash-partial-both':
    'Lookup and repeat both reconcile the half-answered write, and the slower one overwrites the result.',
  'restart/crash-answered':
    'The answer is handled first and stored later: in a batch, or in a transaction not yet committed.',
  'restart/crash-answered-both':
    'Lookup and repeat both find a reservation without a result, and one of them denies or writes.',
  'restart/crash-connector-answered': 'The caller is answered before the result is committed.',
  'restart/crash-connector-answered-both':
    'An answered result was still in a buffer; the repeat writes anew while the lookup says 404.',

  'lost-answer/client-gives-up-fin-received':
    'The reservation is released when the caller closes the connection, while the write goes on.',
  'lost-answer/client-gives-up-fin-applied':
    'The request is cancelled when the caller closes, between the write and storing its result.',
  'lost-answer/client-gives-up-reset-received':
    'A reset by the caller rolls the transaction back, the reservation in it too, while the write goes on.',
  'lost-answer/client-gives-up-reset-applied':
    'Writing the answer to a reset connection throws, and the handler undoes what it had stored.',
  'lost-answer/client-gives-up-silent-received':
    'A repeat that comes while the first caller no longer reads is taken for a new operation.',
  'lost-answer/client-gives-up-silent-applied':
    'The result is stored only after the answer was sent in full, which this caller never lets happen.',
  'lost-answer/destination-hang':
    'A timeout is taken for a failure: the reservation is released and the repeat writes again.',
  'lost-answer/destination-reset':
    'A reset connection is taken for a write that never began, and the write is sent again.',
  'lost-answer/destination-truncate': 'A cut-off answer is treated as a network error worth repeating.',
  'lost-answer/destination-garbage': 'An answer that cannot be parsed is taken for a failed write.',
  'lost-answer/destination-500': 'A 500 is taken to mean that nothing was written.',
  'lost-answer/destination-502': 'A 502 is retried, as many HTTP clients do by default.',
  'lost-answer/destination-504': 'A 504 is retried, though it says nothing about the write behind it.',
  'lost-answer/reused-hang':
    'After a timeout the HTTP client closes the kept connection and sends the write on a new one.',
  'lost-answer/reused-reset': 'The HTTP client resends by itself when a kept connection is reset, and a POST too.',
  'lost-answer/reused-truncate':
    'The HTTP client takes an early end on a kept connection for a stale one, and sends the write again.',
  'lost-answer/reused-garbage':
    'An unreadable answer on a kept connection is blamed on the connection, and the write sent again.',
  'lost-answer/reused-500': 'The retry layer of the connection pool repeats after a 500, whatever the method.',
  'lost-answer/reused-502':
    'The retry layer of the connection pool repeats after a 502, taking it for a proxy that was restarted.',
  'lost-answer/reused-504':
    'The retry layer of the connection pool repeats after a 504, taking a late answer for none.',
  'lost-answer/late-arrival':
    'After a timeout a lookup finds no item and a second write is sent, while the first still travels.',
  'lost-answer/repeat-agrees': 'The repeat builds its result anew from the destination and differs in id or URL.',

  'unknown-outcome/after-hang':
    'The timeout of the destination call is answered `rejected`, or the reservation is removed with it.',
  'unknown-outcome/after-reset':
    'A reset is answered like a refused connection, as if nothing could have been written.',
  'unknown-outcome/after-truncate':
    'The error of reading the answer falls into the branch for failed writes and becomes `rejected`.',
  'unknown-outcome/after-garbage':
    'The parser error of the answer becomes a problem with `rejected`, though the status said success.',
  'unknown-outcome/after-500': 'Every status from 400 on becomes `rejected`, a 500 too.',
  'unknown-outcome/after-502': 'A 502 is taken for "the destination was not reached" and answered `rejected`.',
  'unknown-outcome/after-504': 'A 504 is taken for a refusal, though the write behind the proxy goes on.',
  'unknown-outcome/in-flight-lookup':
    'The lookup reads finished operations only, so one under way looks unknown to it.',
  'unknown-outcome/outage-refused': 'A refused connection during reconciliation is reported as `rejected`.',
  'unknown-outcome/outage-hanging': 'A timeout during reconciliation is reported as `rejected`, or never ends.',
  'unknown-outcome/outage-500': 'A 500 during reconciliation is read as an empty search result.',
  'unknown-outcome/outage-refused-restart':
    'Recovery at start cannot connect to the destination and drops the operation, or does not start.',
  'unknown-outcome/outage-hanging-restart':
    'Recovery at start waits for the destination, times out and marks the operation as failed.',
  'unknown-outcome/outage-500-restart': 'Recovery at start reads a 500 as "no such item" and releases the reservation.',
  'unknown-outcome/published-during-outage':
    'A published operation is verified at the destination before it is returned.',
  'unknown-outcome/host-never-repeats':
    'The answer invites the caller to send again an operation that may have been written.',
  'unknown-outcome/converges': 'Nothing asks the destination again after it came back.',
  'unknown-outcome/error-before-write': 'A 5xx of the destination is mapped to `rejected`, like a 4xx.',
  'unknown-outcome/refused-write': 'The status of the answer is not looked at, or the result is stored before it is.',
  'unknown-outcome/no-late-write':
    'A retry or queue in the background goes on after the caller was told that nothing was written.',
  'unknown-outcome/reference-stable': 'The provider reference is made anew for each answer, or counts the attempts.',

  'redaction/logs-token': 'A request logger prints the Authorization header.',
  'redaction/logs-rejected-token': 'The wrong token is logged to help with the configuration.',
  'redaction/logs-destination-token': 'The options or the error object of the destination call are logged whole.',
  'redaction/logs-post-text': 'The request body is logged when validation fails or the destination does.',
  'redaction/logs-destination-body': 'The exception of the HTTP client has the answer in its message and is logged.',
  'redaction/problems-secrets':
    'The message of an exception, the refused header or the destination answer is put into `detail`.',
  'redaction/answers-secrets': 'A configuration or destination object is passed through instead of rebuilt.',
  'redaction/answers-post-text': 'The result repeats the content, or the problem quotes the text it refuses.',
  'redaction/token-stays-here': 'The headers of the request are forwarded to the destination.',
  'redaction/capture-proven': 'Logs go to a file or service that the configuration of touchstone does not name.',

  'response-size/every-answer':
    'An answer is built from text of outside, a list or a trace, and nothing caps its size.',
  'response-size/longest-post': 'The result repeats the content of the post, or stores and returns the whole request.',
  'response-size/refused-large': 'The problem lists every unknown member, or quotes the text it refuses.',
  'response-size/inflated-destination': 'A string of the destination answer is passed on at any length.',
  'response-size/destination-error-5mib': 'The body of the destination error becomes the detail of the problem.',

  'protocol/connection-shape': 'The state is another word than `complete`, or an account lacks a name.',
  'protocol/connection-stable': 'Each connect creates a new reference.',
  'protocol/connection-after-restart':
    'Accounts and reference get new random ids at each start, or are numbered in memory.',
  'protocol/resolve-good': 'Constraints are a list, or the revision is not the one of the manifest.',
  'protocol/resolve-unusable': 'Settings are not validated until publish, so every resolution is available.',
  'protocol/resolve-reason': 'An unknown profile is answered with a problem, or with `available: false` and no reason.',
  'protocol/resolve-no-write': 'Resolving tries the publish out at the destination, for instance as a draft.',
  'protocol/result-shape': 'The external id is a number, or is missing because the destination answers without one.',
  'protocol/poll-bounds': '`poll_after_seconds` is zero, a fraction, a string or in milliseconds.',
  'protocol/ttl-bounds': 'The idempotency time is in milliseconds, longer than a year, negative or a string.',
  'protocol/ttl-present': 'The idempotency time is left out because the journal never deletes anything.',
  'protocol/https-urls': 'The URL is taken from the destination, which answers with http or a relative path.',
  'protocol/problem-shape': 'The framework answers the error itself, without title, status and kind.',
  'protocol/problem-advice': 'Problems are sent as `application/json`, or without `detail` and what to do about it.',
  'protocol/lookup-unknown': 'An unknown operation is answered with null, an empty object or HTML.',
  'protocol/problem-status': 'A missing row or a validation error is thrown as an exception, and becomes a 500.',
  'protocol/ids-encoded':
    'The id is matched before it is decoded, or the router or a proxy takes `%2F` for a path separator.',
  'protocol/no-redirect': 'The router redirects to a path with or without a slash at the end.',
  'protocol/one-document': 'The body is empty, compressed by a proxy, or followed by something else.',
  'protocol/no-failed-2xx': 'A failed write is answered with status 200 and `"status": "failed"`.',
  'protocol/time-bounds': 'The destination call has no total timeout.',
  'protocol/time-prompt':
    'The timeout of the destination call is the default of its client, often 30 s, or is spent on each retry.',
}
