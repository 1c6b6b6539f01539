import { ownAnswer } from '../own-answer.ts'
import type { ActContext, Afterwards } from './act-context.ts'

/** A reset after a complete answer disturbs nobody: at least one byte is withheld. */
export async function truncate({ connection, answer }: ActContext): Promise<Afterwards> {
  if (await connection.sendPart(answer ?? invented)) connection.reset()
  return 'is over'
}

/** Cut in the middle it is no JSON document, so it claims nothing. */
const invented = ownAnswer(200, 'application/json', JSON.stringify({ accepted: 'this answer is cut in the middle' }))
