import type { Connection } from '../connection.ts'
import type { CompleteAnswer } from '../received-request.ts'

/** What an act can use: the way back to the connector and, at `applied`, the answer that it keeps from it. */
export interface ActContext {
  readonly connection: Connection
  readonly answer: CompleteAnswer | undefined
  readonly released: Promise<void>
}

/** Whether the request goes on its way afterwards, maybe with another answer, or the act was all that happens to it. */
export type Afterwards = 'goes on' | 'is over' | { readonly goesOnWith: CompleteAnswer }
