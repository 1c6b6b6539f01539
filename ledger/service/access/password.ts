import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Of scrypt: memory is `128 × r × 2^log2N` bytes. */
export interface Cost {
  readonly log2N: number
  readonly r: number
  readonly p: number
}

/** 64 MiB and, on one idle core, about a third of a second. */
export const usualCost: Cost = { log2N: 16, r: 8, p: 2 }

export const shortestPassword = 12
/** Nobody types more, and hashing it costs us. */
export const longestPassword = 256

/** Why nobody may have this password; undefined when somebody may. */
export function whyNotPassword(password: string): string | undefined {
  const { length } = [...password]
  if (length < shortestPassword) return `the password needs at least ${shortestPassword} characters`
  if (length > longestPassword) return `the password has more than ${longestPassword} characters`
  return new Set(password).size < 5 ? 'the password repeats too few different characters' : undefined
}

/** `scrypt$<log2N>$<r>$<p>$<salt>$<hash>`, with a salt of its own. */
export async function hashPassword(password: string, cost: Cost = usualCost): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, cost)
  const { log2N, r, p } = cost
  return ['scrypt', log2N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Takes as long for a name that nobody has: then `stored` is undefined, and the answer no. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, log2N, r, p, salt = '', hash = ''] = (stored ?? nobodys).split('$')
  const expected = Buffer.from(hash, 'base64url')
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) }
  const got = await derive(password, Buffer.from(salt, 'base64url'), cost)
  return timingSafeEqual(got, expected) && stored !== undefined
}

const { log2N, r, p } = usualCost
const nobodys = ['scrypt', log2N, r, p, 'A'.repeat(22), 'A'.repeat(43)].join('$')

const derive = (password: string, salt: Buffer, { log2N: log, r: block, p: parallel }: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { N: 2 ** log, r: block, p: parallel, maxmem: 128 * block * (2 ** log + parallel + 16) }
    scrypt(password.normalize('NFC'), salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
