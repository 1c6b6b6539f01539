import type { StateDatabase } from '../state/state-database.ts'
import type { Admin } from './admins.ts'
import { derivedSecret, digestOfSecret, freshSecret } from './secret.ts'

/** Somebody who signed in with a browser and has not signed out. */
export interface BrowserSession {
  readonly admin: Admin
  /** Only whoever has the cookie can tell it; forms and requests that change something carry it. */
  readonly csrf: string
  readonly digest: string
}

export interface BrowserSessions {
  /** The value of a new cookie, never one that somebody brought along. */
  begin(admin: Admin): Promise<string>
  /** Undefined when it never began, has ended, or its time is over. Counts as being seen. */
  find(cookie: string): Promise<BrowserSession | undefined>
  end(session: BrowserSession): Promise<void>
  /** Of one administrator; how many there were. */
  endAll(adminId: string): Promise<number>
}

export interface Expiry {
  /** Without a request. */
  readonly idleMs: number
  readonly absoluteMs: number
}

export const usualExpiry: Expiry = { idleMs: 30 * 60_000, absoluteMs: 8 * 60 * 60_000 }

export function openBrowserSessions(
  state: StateDatabase,
  clock: () => number,
  { idleMs, absoluteMs }: Expiry = usualExpiry,
): BrowserSessions {
  // Not every request is worth a write to the disk.
  const seenEveryMs = Math.min(60_000, idleMs / 4)
  return {
    async begin(admin) {
      const cookie = freshSecret()
      const now = clock()
      await state.ask('DELETE FROM browser_sessions WHERE created_at <= $1 OR seen_at <= $2', [
        now - absoluteMs,
        now - idleMs,
      ])
      await state.ask('INSERT INTO browser_sessions (digest, admin_id, created_at, seen_at) VALUES ($1, $2, $3, $4)', [
        digestOfSecret(cookie),
        admin.id,
        now,
        now,
      ])
      return cookie
    },
    async find(cookie) {
      if (!/^[A-Za-z0-9_-]{43}$/.test(cookie)) return undefined
      const digest = digestOfSecret(cookie)
      const [row] = await state.ask(
        `SELECT s.created_at, s.seen_at, a.id, a.name FROM browser_sessions AS s JOIN admins AS a ON a.id = s.admin_id
        WHERE s.digest = $1`,
        [digest],
      )
      const now = clock()
      const [began, seen] = [Number(row?.['created_at']), Number(row?.['seen_at'])]
      if (row === undefined || now >= began + absoluteMs || now >= seen + idleMs) return undefined
      if (now - seen >= seenEveryMs) {
        await state.ask('UPDATE browser_sessions SET seen_at = $1 WHERE digest = $2', [now, digest])
      }
      const admin = { id: String(row['id']), name: String(row['name']) }
      return { admin, digest, csrf: derivedSecret(cookie, 'csrf') }
    },
    end: async ({ digest }) => void (await state.ask('DELETE FROM browser_sessions WHERE digest = $1', [digest])),
    endAll: async (adminId) =>
      (await state.ask('DELETE FROM browser_sessions WHERE admin_id = $1 RETURNING digest', [adminId])).length,
  }
}
