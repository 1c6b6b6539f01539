/** Nobody logs in as the owner: whoever appends cannot change a table. */
export const owner = 'touchstone_ledger_owner'
/** May read and append. */
export const writer = 'touchstone_ledger_writer'
export const reader = 'touchstone_ledger_reader'

/** What an administrator runs where the connecting role may not make roles. `me` is that role, quoted. */
export const rolesByHand = (me: string, missing: readonly string[]): string =>
  [...missing.map((role) => `CREATE ROLE ${role} NOLOGIN;`), `GRANT ${owner}, ${writer} TO ${me};`].join(' ')
