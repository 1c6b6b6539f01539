/** Changes whenever a table does. */
export const stateVersion = 1

/** Every time is milliseconds since 1970. Nothing here can be used to sign in or to ask: secrets are kept as digests. */
export const stateTables = (schema: string, admins: string = 'admins'): readonly string[] => [
  `CREATE TABLE IF NOT EXISTS ${schema}.version (number BIGINT PRIMARY KEY)`,
  `CREATE TABLE IF NOT EXISTS ${schema}.admins (
    id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, password TEXT NOT NULL, created_at BIGINT NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS ${schema}.browser_sessions (
    digest TEXT PRIMARY KEY, admin_id TEXT NOT NULL REFERENCES ${admins} (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL, seen_at BIGINT NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS ${schema}.tokens (
    id TEXT PRIMARY KEY, digest TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL, workspace_id TEXT, note TEXT NOT NULL,
    created_at BIGINT NOT NULL, expires_at BIGINT, revoked_at BIGINT)`,
  `CREATE TABLE IF NOT EXISTS ${schema}.attempts (
    bucket TEXT PRIMARY KEY, made BIGINT NOT NULL, ends_at BIGINT NOT NULL)`,
  `INSERT INTO ${schema}.version (number) VALUES (${stateVersion}) ON CONFLICT (number) DO NOTHING`,
]
