import type { Answer } from '../wire/exchange.ts'
import { printable } from '../wire/printable.ts'
import type { SecretBook } from './secret-book.ts'

/** Title and detail of a problem for a reader, escaped; left out as a whole when they hold a secret. */
export function quoteProblem(answer: Answer, secrets: SecretBook): string {
  const said = answer.document.ok ? answer.document.value : undefined
  const parts = ['title', 'detail'].flatMap((key) => {
    const text =
      typeof said === 'object' && said !== null && Object.hasOwn(said, key) ? Reflect.get(said, key) : undefined
    return typeof text === 'string' && text !== '' ? [text] : []
  })
  const quoted = parts.join(': ')
  if (quoted === '') return `status ${answer.status} without a title`
  if (secrets.leaksOfOutput(Buffer.from(quoted)).length > 0) return `status ${answer.status} (its text holds a secret)`
  return `status ${answer.status}, "${printable(quoted)}"`
}
