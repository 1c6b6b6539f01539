export type WrongToken =
  | 'missing'
  | 'empty'
  | 'wrong-first'
  | 'wrong-middle'
  | 'wrong-last'
  | 'prefix'
  | 'suffix'
  | 'letter-case'
  | 'other-scheme'

/** Ways to get the Authorization header wrong that a sloppy comparison lets pass (R15). Undefined: not possible with this token. */
export const wrongTokens: Readonly<Record<WrongToken, (token: string) => readonly string[] | undefined>> = {
  missing: () => [],
  empty: () => ['Bearer '],
  'wrong-first': (token) => [`Bearer ${replaceAt(token, 0)}`],
  'wrong-middle': (token) => [`Bearer ${replaceAt(token, Math.floor(token.length / 2))}`],
  'wrong-last': (token) => [`Bearer ${replaceAt(token, token.length - 1)}`],
  prefix: (token) => (token.length > 1 ? [`Bearer ${token.slice(0, -1)}`] : undefined),
  suffix: (token) => [`Bearer ${token}x`],
  'letter-case': (token) => (swapCase(token) === token ? undefined : [`Bearer ${swapCase(token)}`]),
  // The token itself, so that a connector that only looks behind the first blank is found out.
  'other-scheme': (token) => [`Basic ${token}`],
}

/** Another letter at this place, and not the same in other case, so that a comparison of every character is what it takes. */
const replaceAt = (token: string, at: number): string =>
  token.slice(0, at) + (token[at]?.toLowerCase() === 'q' ? 'z' : 'q') + token.slice(at + 1)

const swapCase = (token: string): string =>
  token.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
