/** What has no business in a record, by its shape. */
const shapes: readonly (readonly [name: string, RegExp])[] = [
  ['a URL', /[a-z][a-z0-9+.-]*:\/\/|^www\./i],
  ['an e-mail address', /[^@]@[a-z0-9-]+\.[a-z]/i],
  ['a JSON Web Token', /eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/],
  ['a private key', /-----BEGIN/],
  [
    'an access token',
    /(?:sk|pk|rk)_(?:live|test)_|gh[pousr]_[A-Za-z0-9]{20}|github_pat_|xox[abprs]-|AKIA[A-Z0-9]{12}|ya29\.|glpat-/i,
  ],
  ['a file path', /^(?:\/|~\/|[A-Za-z]:\/)/],
]

/** Letters and digits without a break, of which words and versions have none so long. */
const runOfCharacters = /[A-Za-z0-9+/_=-]{24,}/g

/** Fields whose pattern leaves room for a digest, a revision, a key or a time, and for nothing else. */
const strict = /^(?:fp_key_id|operator_ref|tested_revision|approval_record_hash|\w+_digest|\w+_fingerprint|\w+_at)$/

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** What in a valid body looks like a secret or like something personal, as `field: looks like …`. Never quotes it. */
export function secretLike(body: object): readonly string[] {
  return Object.entries(body)
    .filter(([key]) => !strict.test(key))
    .flatMap(([key, value]) => [value].flat().flatMap((each) => (typeof each === 'string' ? findings(key, each) : [])))
}

function findings(key: string, text: string): readonly string[] {
  if (uuid.test(text)) return []
  const named = shapes.filter(([, shape]) => shape.test(text)).map(([name]) => name)
  const all = named.length === 0 && looksRandom(text) ? ['a token'] : named
  return all.map((name) => `${key}: looks like ${name}`)
}

/** Where letters and digits, or small letters and several capitals, meet: seldom in words, all the time in what was drawn. */
const seams = /[0-9](?=[A-Za-z])|[A-Za-z](?=[0-9])|[a-z](?=[A-Z](?![a-z]))/g

const looksRandom = (text: string): boolean =>
  (text.match(runOfCharacters) ?? []).some((run) => (run.match(seams) ?? []).length * 8 >= run.length)
