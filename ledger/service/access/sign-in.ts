import { ServiceProblem } from '../problem.ts'
import type { ServiceContext } from '../service-options.ts'
import type { Access } from './access.ts'
import { inTurn } from './in-turn.ts'
import { longestPassword } from './password.ts'
import { requireOwnOrigin } from './request-origin.ts'

/**
 * Signs in with a name and a password: a session that is new, whatever cookie came along, in place of the one before.
 * @throws ServiceProblem `unauthenticated`, `too_many_attempts`, `forged_request`, `busy`
 */
export function signInWith(
  access: Access,
  note: (event: string) => void,
): (c: ServiceContext, name: string, password: string) => Promise<void> {
  const hashing = inTurn(2, 32)
  return async (c, name, password) => {
    const arrival = access.arrival(c)
    requireOwnOrigin(c, arrival)
    const wait = await access.limits.attempt(name, arrival.address)
    if (wait !== undefined) {
      note('sign-in refused: too many attempts')
      throw new ServiceProblem('too_many_attempts', 'Too many attempts to sign in.', { retry_after: wait })
    }
    const tooLong = name.length > 64 || password.length > 2 * longestPassword
    const admin = tooLong ? undefined : await hashing(() => access.admins.recognize(name, password))
    if (admin === undefined) {
      note('sign-in refused')
      throw new ServiceProblem('unauthenticated', 'The name or the password is wrong.')
    }
    await access.limits.succeeded(name, arrival.address)
    const before = await access.session(c)
    if (before !== undefined) await access.sessions.end(before)
    access.setCookie(c, await access.sessions.begin(admin))
    note('signed in')
  }
}
