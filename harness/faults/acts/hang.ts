import type { ActContext, Afterwards } from './act-context.ts'

/** Never answers; disarming does not end it, only the connector does. */
export async function hang({ connection }: ActContext): Promise<Afterwards> {
  await connection.closed
  return 'is over'
}
