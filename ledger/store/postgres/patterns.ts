// Regular expressions of PostgreSQL. `$` is the end of the text, and ranges are by code point because columns have COLLATE "C".

const digest = '^sha256:[0-9a-f]{64}$'

export const isHash = (column: string): string => `${column} ~ '^[0-9a-f]{64}$'`
export const isDigest = (column: string): string => `${column} ~ '${digest}'`
export const isDigestOrNone = (column: string): string => `${column} = '' OR ${column} ~ '${digest}'`
export const isRevision = (column: string): string => `${column} ~ '^[0-9a-f]{40}$'`
export const isTime = (column: string): string =>
  `${column} ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z$'`
export const isId = (column: string): string =>
  `length(${column}) BETWEEN 8 AND 128 AND ${column} ~ '^[A-Za-z0-9]+([._:-][A-Za-z0-9]+)*$'`
export const isOperator = (column: string): string => `${column} ~ '^operator:hmac-sha256:[0-9a-f]{16}:[0-9a-f]{64}$'`
export const isOneOf =
  (words: readonly string[]): ((column: string) => string) =>
  (column) =>
    `${column} IN (${words.map((word) => `'${word}'`).join(', ')})`

/** Printable ASCII without space and backslash: text that has one form only, in JSON too. */
export const isPlain = (column: string): string => `${column} ~ '^[!-\\[\\]-~]{2,}$'`
