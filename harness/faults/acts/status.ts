import { statusAnswer } from '../own-answer.ts'
import type { ActContext, Afterwards } from './act-context.ts'

export async function status({ connection }: ActContext, code: number, body: string | Buffer): Promise<Afterwards> {
  await connection.send(statusAnswer(code, body))
  return 'is over'
}
