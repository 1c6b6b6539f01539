import type { ActContext, Afterwards } from './act-context.ts'

/** Waits for the release, whether or not the connector is still there: that is how a write arrives late. */
export async function hold({ released }: ActContext): Promise<Afterwards> {
  await released
  return 'goes on'
}
