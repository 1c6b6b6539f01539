import { randomBytes } from 'node:crypto'
import type { Row, StateDatabase } from '../state/state-database.ts'
import { digestOfSecret, freshSecret } from './secret.ts'

/** What a bearer token may do. None of them may append anything (§5.2). */
export const tokenScopes = ['readiness:read', 'capabilities:resolve'] as const
export type TokenScope = (typeof tokenScopes)[number]

export interface Token {
  /** Names it in lists; of no use to whoever would like to have it. */
  readonly id: string
  readonly scopes: readonly TokenScope[]
  /** The only workspace that it may ask about; undefined for all. */
  readonly workspaceId: string | undefined
  readonly note: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly expiresAt: number | undefined
  readonly revokedAt: number | undefined
}

export interface TokenWish {
  readonly scopes: readonly TokenScope[]
  readonly workspaceId?: string
  readonly note?: string
  readonly expiresAt?: number
}

export interface Tokens {
  /** The token itself is given once, here. */
  create(wish: TokenWish): Promise<{ readonly id: string; readonly token: string }>
  /** Undefined when it is unknown, revoked or expired. */
  find(token: string): Promise<Token | undefined>
  list(): Promise<readonly Token[]>
  /** False when there is none with this id, or it was revoked already. */
  revoke(id: string): Promise<boolean>
}

/** So that a search for leaked secrets recognizes one. */
const prefix = 'touchstone_'

export const openTokens = (state: StateDatabase, clock: () => number): Tokens => ({
  async create({ scopes, workspaceId, note = '', expiresAt }) {
    const token = `${prefix}${freshSecret()}`
    const id = randomBytes(6).toString('hex')
    await state.ask(
      `INSERT INTO tokens (id, digest, scopes, workspace_id, note, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, digestOfSecret(token), scopes.join(' '), workspaceId ?? null, note, clock(), expiresAt ?? null],
    )
    return { id, token }
  },
  async find(token) {
    if (!token.startsWith(prefix) || token.length > 100) return undefined
    const [row] = await state.ask(`SELECT ${columns} FROM tokens WHERE digest = $1`, [digestOfSecret(token)])
    const found = row && tokenOf(row)
    const isOver = (time: number | undefined): boolean => time !== undefined && time <= clock()
    return found && !isOver(found.expiresAt) && found.revokedAt === undefined ? found : undefined
  },
  list: async () => (await state.ask(`SELECT ${columns} FROM tokens ORDER BY created_at, id`)).map(tokenOf),
  revoke: async (id) =>
    (
      await state.ask('UPDATE tokens SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL RETURNING id', [
        clock(),
        id,
      ])
    ).length > 0,
})

const columns = 'id, scopes, workspace_id, note, created_at, expires_at, revoked_at'

const tokenOf = (row: Row): Token => {
  const named = String(row['scopes']).split(' ')
  return {
    id: String(row['id']),
    scopes: tokenScopes.filter((scope) => named.includes(scope)),
    workspaceId: typeof row['workspace_id'] === 'string' ? row['workspace_id'] : undefined,
    note: String(row['note']),
    createdAt: Number(row['created_at']),
    expiresAt: timeOf(row['expires_at']),
    revokedAt: timeOf(row['revoked_at']),
  }
}

const timeOf = (value: unknown): number | undefined => (value === null ? undefined : Number(value))
