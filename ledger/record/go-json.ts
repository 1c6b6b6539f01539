/**
 * JSON as Go's `json.Marshal` writes it: members in the order given, and `<`, `>`, `&`, U+2028 and U+2029 escaped, which
 * `JSON.stringify` leaves as they are. The digests of other implementations are over these bytes.
 */
export const goJson = (value: unknown): string => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escaped)

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
