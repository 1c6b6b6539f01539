import type { StateDatabase } from '../state/state-database.ts'
import { digestOfSecret } from './secret.ts'

/** How many attempts to sign in are looked at within a quarter of an hour. */
export const signInLimits = {
  windowMs: 900_000,
  perAccountAndAddress: 5,
  perAddress: 30,
  perAccount: 100,
} as const

export interface SignInLimits {
  /**
   * Counts an attempt before the password is looked at, so that many at once count as many. Undefined when it may go on,
   * else the seconds after which another one may.
   */
  attempt(name: string, address: string): Promise<number | undefined>
  /** Signed in: what this person mistyped before is forgotten. */
  succeeded(name: string, address: string): Promise<void>
}

/**
 * Kept with the state, so that all services count together. Somebody at one address cannot lock out an administrator who
 * signs in from another: the limit per account alone is wide, and only stops guessing from many addresses.
 */
export function openSignInLimits(state: StateDatabase, clock: () => number): SignInLimits {
  const { windowMs, perAccountAndAddress, perAddress, perAccount } = signInLimits
  const pair = (name: string, address: string): string => digestOfSecret(`pair\n${networkOf(address)}\n${name}`)

  /** Seconds to wait; 0 when this attempt is still within the limit. */
  const count = async (bucket: string, most: number): Promise<number> => {
    const now = clock()
    const [row] = await state.ask(
      `INSERT INTO attempts (bucket, made, ends_at) VALUES ($1, 1, $2) ON CONFLICT (bucket) DO UPDATE SET
        made = CASE WHEN attempts.ends_at <= $3 THEN 1 ELSE attempts.made + 1 END,
        ends_at = CASE WHEN attempts.ends_at <= $4 THEN excluded.ends_at ELSE attempts.ends_at END
      RETURNING made, ends_at`,
      [bucket, now + windowMs, now, now],
    )
    return Number(row?.['made']) <= most ? 0 : Math.max(1, Math.ceil((Number(row?.['ends_at']) - now) / 1000))
  }

  return {
    async attempt(given, address) {
      const name = given.normalize('NFC')
      await state.ask('DELETE FROM attempts WHERE ends_at <= $1', [clock()])
      // The narrow limits first: whoever is stopped by them does not use up the wide one.
      for (const [bucket, most] of [
        [digestOfSecret(`address\n${networkOf(address)}`), perAddress],
        [pair(name, address), perAccountAndAddress],
        [digestOfSecret(`account\n${name}`), perAccount],
      ] as const) {
        const wait = await count(bucket, most)
        if (wait > 0) return wait
      }
      return undefined
    },
    succeeded: async (name, address) =>
      void (await state.ask('DELETE FROM attempts WHERE bucket = $1', [pair(name.normalize('NFC'), address)])),
  }
}

/** Whoever has one address of IPv6 has a /64 of them. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const left = head.split(':').filter((part) => part !== '')
  const right = (tail ?? '').split(':').filter((part) => part !== '')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
