import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, as 43 characters that go everywhere. */
export const freshSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of a secret. Without salt and cost: nobody can try 256 random bits. */
export const digestOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** A second secret of the same holder, which tells nothing of the first. */
export const derivedSecret = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('base64url')

/** Takes the same time wherever the first difference is. */
export const isSameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
