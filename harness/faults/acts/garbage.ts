import { ownAnswer } from '../own-answer.ts'
import type { ActContext, Afterwards } from './act-context.ts'

/** What a captive portal or a broken cache does: 200, and nothing of it is the destination's. */
export async function garbage({ connection }: ActContext, body: string): Promise<Afterwards> {
  await connection.send(ownAnswer(200, 'text/html; charset=utf-8', `<<<{"]>>> not an answer <<< ${body} >>>`))
  return 'is over'
}
