import { createHash } from 'node:crypto'
import type { Requirement } from './requirement.ts'

/**
 * SHA-256 over the requirements that cases decide, `sha256:` and 64 hexadecimal digits. It is part of every contract: what
 * was measured against other requirements, or other words of them, is evidence of something else. Order does not matter.
 */
export function digestOfRequirements(requirements: readonly Requirement[]): string {
  const lines = requirements
    .filter(({ cover }) => cover.by === 'cases')
    .map(({ id, level, statement }) => JSON.stringify([id, level, statement]))
    .toSorted()
  return `sha256:${createHash('sha256').update(lines.join('\n')).digest('hex')}`
}
