import type { ActContext, Afterwards } from './act-context.ts'

/** Waits for the release, whether or not the connector is still there: that is how a write arrives late. */
export async function hold({ connection, released }: ActContext, onRelease: 'reset' | undefined): Promise<Afterwards> {
  await released
  if (onRelease === undefined) return 'goes on'
  connection.reset()
  return 'is over'
}
