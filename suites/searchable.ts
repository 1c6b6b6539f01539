import type { SecretBook, SecretKind } from '../harness/checks/secret-book.ts'
import { Inconclusive } from '../harness/checks/verdict.ts'

/** A search for a secret that is too short finds nothing, which proves nothing (R24). */
export function expectSearchable(secrets: SecretBook, kinds: readonly SecretKind[]): void {
  const short = kinds.find((kind) => secrets.tooShort(kind))
  if (short) {
    throw new Inconclusive(
      `the ${short} is shorter than 12 characters and cannot be searched for`,
      'use a longer one for the run; under 6 characters, or a mere word or number, it is not kept out of these reports either, should the connector name it',
    )
  }
}
