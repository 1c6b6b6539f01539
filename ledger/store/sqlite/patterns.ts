/*
 * Patterns as SQLite understands them. GLOB, not LIKE: LIKE takes capitals for small letters, and neither has repetition,
 * so a text matches when it has the right length and holds no character outside its alphabet.
 */

export const isHash = (column: string): string => `length(${column}) = 64 AND ${column} NOT GLOB '*[^0-9a-f]*'`

export const isDigest = (column: string): string =>
  `length(${column}) = 71 AND substr(${column}, 1, 7) = 'sha256:' AND substr(${column}, 8) NOT GLOB '*[^0-9a-f]*'`

export const isDigestOrNone = (column: string): string => `(${column} = '' OR (${isDigest(column)}))`

const digits = (count: number): string => '[0-9]'.repeat(count)

export const isTime = (column: string): string =>
  `${column} GLOB '${digits(4)}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].${digits(3)}Z'`

export const isId = (column: string): string =>
  `length(${column}) BETWEEN 8 AND 128 AND ${column} NOT GLOB '*[^A-Za-z0-9._:-]*' AND ${column} GLOB '[A-Za-z0-9]*'`

export const isOperator = (column: string): string =>
  `length(${column}) = 102 AND substr(${column}, 1, 21) = 'operator:hmac-sha256:' AND substr(${column}, 38, 1) = ':' ` +
  `AND substr(${column}, 22, 16) NOT GLOB '*[^0-9a-f]*' AND substr(${column}, 39) NOT GLOB '*[^0-9a-f]*'`

export const isOneOf = (column: string, words: readonly string[]): string =>
  `${column} IN (${words.map((word) => `'${word}'`).join(', ')})`

/** Printable ASCII without space and backslash. `length` stops at NUL and counts characters: both show. */
export const isPlain = (column: string): string =>
  `length(${column}) = octet_length(${column}) AND ${column} NOT GLOB '*[^!-~]*' AND instr(${column}, '\\') = 0`
