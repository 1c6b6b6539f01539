import type { ActContext, Afterwards } from './act-context.ts'

export async function reset({ connection }: ActContext): Promise<Afterwards> {
  connection.reset()
  return 'is over'
}
