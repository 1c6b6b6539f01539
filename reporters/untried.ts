import type { RunDocument } from './run-document.ts'
import { inconclusiveByReason, type SameGrounds } from './same-grounds.ts'

/** Why no case was even tried: the preparation failed, so that one reason stands for every case. */
export function whyUntried({ learned, results }: RunDocument): SameGrounds | undefined {
  if (learned !== undefined || results.length < 2) return undefined
  const [only, ...others] = inconclusiveByReason(results)
  return only !== undefined && others.length === 0 && only.results.length === results.length ? only : undefined
}
