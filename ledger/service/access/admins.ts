import type { StateDatabase } from '../state/state-database.ts'
import { freshSecret } from './secret.ts'
import { type Cost, hashPassword, isPassword } from './password.ts'

/** An unscoped instance administrator (§5.2). */
export interface Admin {
  readonly id: string
  /** Never recorded in a ledger: there it is a keyed fingerprint. */
  readonly name: string
}

export interface Admins {
  count(): Promise<number>
  /** False when somebody has this name already. */
  add(name: string, password: string): Promise<boolean>
  /** Ends their browser sessions with them; false when there is nobody of this name. */
  remove(name: string): Promise<boolean>
  find(name: string): Promise<Admin | undefined>
  /** Undefined for a wrong name and for a wrong password, after the same time. */
  recognize(name: string, password: string): Promise<Admin | undefined>
}

export const whyNotName = (name: string): string | undefined =>
  /^[\p{L}\p{N}][\p{L}\p{N}._@ -]{0,63}$/u.test(name) && name === name.trim()
    ? undefined
    : 'a name has 1 to 64 letters, digits, spaces and . _ @ -, and begins with a letter or digit'

export function openAdmins(state: StateDatabase, clock: () => number, cost?: Cost): Admins {
  const find = async (name: string): Promise<(Admin & { readonly password: string }) | undefined> => {
    const [row] = await state.ask('SELECT id, name, password FROM admins WHERE name = $1', [name.normalize('NFC')])
    return row && { id: String(row['id']), name: String(row['name']), password: String(row['password']) }
  }
  return {
    count: async () => Number((await state.ask('SELECT count(*) AS number FROM admins'))[0]?.['number']),
    async add(name, password) {
      const values = [freshSecret(), name.normalize('NFC'), await hashPassword(password, cost), clock()]
      const added = await state.ask(
        `INSERT INTO admins (id, name, password, created_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (name) DO NOTHING RETURNING id`,
        values,
      )
      return added.length > 0
    },
    remove: async (name) =>
      (await state.ask('DELETE FROM admins WHERE name = $1 RETURNING id', [name.normalize('NFC')])).length > 0,
    find: async (name) => {
      const found = await find(name)
      return found && { id: found.id, name: found.name }
    },
    async recognize(name, password) {
      const found = await find(name)
      const is = await isPassword(password, found?.password)
      return is && found ? { id: found.id, name: found.name } : undefined
    },
  }
}
