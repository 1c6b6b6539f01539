import { newCanary } from './identity.ts'
import type { SecretBook } from './secret-book.ts'

/** The body of an error that the gate gives in place of the destination: no log and no problem may repeat it (R24). */
export function destinationBody(secrets: SecretBook): string {
  const canary = newCanary()
  secrets.add('destination body', 'error of the destination', canary)
  return JSON.stringify({ error: `internal ${canary}` })
}
