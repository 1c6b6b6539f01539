/**
 * Where the service keeps who may sign in: never in the ledgers' tables. Statements are written once for SQLite and
 * PostgreSQL: values are `$1`, `$2` … , each used once and in this order.
 */
export interface StateDatabase extends AsyncDisposable {
  /** One statement, a transaction of its own; the rows that it gives, also by RETURNING. */
  ask(statement: string, values?: readonly Value[]): Promise<readonly Row[]>
}

export type Value = string | number | null

export type Row = Readonly<Record<string, unknown>>

export interface StateErrorOptions extends ErrorOptions {
  /** It may be over in a while without anybody mending anything; false unless told. */
  readonly passing?: boolean
}

/** Thrown when the state cannot be opened, or not be used at the moment; the message has no password. */
export class StateError extends Error {
  readonly passing: boolean

  constructor(message: string, { passing = false, ...options }: StateErrorOptions = {}) {
    super(message, options)
    this.name = 'StateError'
    this.passing = passing
  }
}
