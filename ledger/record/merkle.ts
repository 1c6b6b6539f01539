import { createHash } from 'node:crypto'

/** 64 hexadecimal digits, as everywhere in the chain. */
export type Hash = string

/** Root of a tree without leaves. */
export const emptyRoot: Hash = createHash('sha256').digest('hex')

/** RFC 9162 §2.1.1, where the leaf's data are the 32 bytes of a record's hash. */
export const leafHash = (recordHash: Hash): Hash => hash(0, recordHash)

export const nodeHash = (left: Hash, right: Hash): Hash => hash(1, left, right)

const hash = (prefix: number, ...parts: readonly Hash[]): Hash => {
  const sum = createHash('sha256').update(Uint8Array.of(prefix))
  for (const part of parts) sum.update(part, 'hex')
  return sum.digest('hex')
}

/** A tree that grows by record hashes and remembers only the roots of its full subtrees: O(log n). */
export interface MerkleTree {
  readonly size: number
  append(recordHash: Hash): void
  root(): Hash
}

export function createMerkleTree(): MerkleTree {
  let size = 0
  /** Roots of full subtrees, the largest first: one for each bit that is set in `size`. */
  const full: Hash[] = []
  return {
    get size() {
      return size
    },
    append(recordHash) {
      let joined = leafHash(recordHash)
      for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2)) joined = nodeHash(full.pop() as Hash, joined)
      full.push(joined)
      size += 1
    },
    root: () =>
      full.reduceRight<Hash | undefined>((right, left) => (right ? nodeHash(left, right) : left), undefined) ??
      emptyRoot,
  }
}
