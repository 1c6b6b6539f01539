import { stringValues } from '../json-strings.ts'
import { readableBody } from '../readable.ts'
import type { CompleteAnswer } from '../received-request.ts'
import type { ActContext, Afterwards } from './act-context.ts'

/** Only the one string changes, and it still begins as it did; what was compressed is sent plain. */
export async function inflate({ answer }: ActContext, index: number, bytes: number): Promise<Afterwards> {
  const inflated = answer && inflatedAnswer(answer, index, bytes)
  return inflated ? { goesOnWith: inflated } : 'goes on'
}

export function inflatedAnswer(answer: CompleteAnswer, index: number, bytes: number): CompleteAnswer | undefined {
  const json = readableBody(answer.headers, answer.body)
  const value = stringValues(json)?.[index]
  if (!value) return undefined
  const text = json.slice(value.start, value.end)
  const begin = isBareOrigin(text) ? `${text}/` : text
  const padding = Math.max(0, bytes - Buffer.byteLength(begin))
  return {
    ...answer,
    headers: answer.headers.filter(([name]) => name.toLowerCase() !== 'content-encoding'),
    body: Buffer.from(json.slice(0, value.start) + begin + 'x'.repeat(padding) + json.slice(value.end)),
  }
}

/** What is appended to it would become part of the host. */
const isBareOrigin = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*$/i.test(JSON.parse(`"${text}"`) as string)
