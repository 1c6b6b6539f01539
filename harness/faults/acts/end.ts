import type { ActContext, Afterwards } from './act-context.ts'

/** By FIN: what a destination does that shuts down in good order. */
export async function end({ connection }: ActContext): Promise<Afterwards> {
  connection.end()
  await connection.closed
  return 'is over'
}
