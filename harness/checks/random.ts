import { createHash } from 'node:crypto'

/** Reproducible choices. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** Integer in [0, below). */
  below(below: number): number
  pick<T>(from: readonly [T, ...T[]]): T
  /** A 32-bit integer, to seed fast-check with. */
  seed(): number
}

/** The choices that belong to `label` (a case id) under `seed`: independent of what ran before. */
export function randomOf(seed: number, label: string): Random {
  let state = createHash('sha256').update(`${seed}\n${label}`).digest().readUInt32LE(0)
  // mulberry32: small, and good enough to choose test inputs.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return { next, below, pick: (from) => from[below(from.length)] ?? from[0], seed: () => below(0x7fff_ffff) }
}
