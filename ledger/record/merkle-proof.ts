import { createMerkleTree, type Hash, leafHash, nodeHash } from './merkle.ts'

/** The hashes, from the leaf upwards, that show that record `index` (0, 1 …) is in the tree over `records` (RFC 9162 §2.1.3.1). */
export function inclusionProof(records: readonly Hash[], index: number): readonly Hash[] {
  if (!Number.isSafeInteger(index) || index < 0 || index >= records.length) throw new RangeError('no such record')
  if (records.length === 1) return []
  const split = splitOf(records.length)
  const [left, right] = [records.slice(0, split), records.slice(split)]
  return index < split
    ? [...inclusionProof(left, index), rootOf(right)]
    : [...inclusionProof(right, index - split), rootOf(left)]
}

/** RFC 9162 §2.1.3.2 */
export function verifyInclusion(
  record: Hash,
  {
    index,
    size,
    proof,
    root,
  }: { readonly index: number; readonly size: number; readonly proof: readonly Hash[]; readonly root: Hash },
): boolean {
  if (index < 0 || index >= size) return false
  let position = index
  let last = size - 1
  let hash = leafHash(record)
  for (const sibling of proof) {
    if (last === 0) return false
    if (isOdd(position) || position === last) {
      hash = nodeHash(sibling, hash)
      while (!isOdd(position) && position !== 0) [position, last] = [half(position), half(last)]
    } else {
      hash = nodeHash(hash, sibling)
    }
    ;[position, last] = [half(position), half(last)]
  }
  return last === 0 && hash === root
}

/** The hashes that show that the tree over the first `size` records became the one over all (RFC 9162 §2.1.4.1). */
export function consistencyProof(records: readonly Hash[], size: number): readonly Hash[] {
  if (!Number.isSafeInteger(size) || size < 1 || size > records.length) throw new RangeError('no such tree')
  return subProof(records, size, true)
}

function subProof(records: readonly Hash[], size: number, isWhole: boolean): readonly Hash[] {
  if (size === records.length) return isWhole ? [] : [rootOf(records)]
  const split = splitOf(records.length)
  const [left, right] = [records.slice(0, split), records.slice(split)]
  return size <= split
    ? [...subProof(left, size, isWhole), rootOf(right)]
    : [...subProof(right, size - split, false), rootOf(left)]
}

export interface Root {
  readonly size: number
  readonly root: Hash
}

/** RFC 9162 §2.1.4.2; every tree comes after the one without records. */
export function verifyConsistency(before: Root, after: Root, proof: readonly Hash[]): boolean {
  if (before.size > after.size || before.size < 0) return false
  if (before.size === 0) return proof.length === 0
  if (before.size === after.size) return proof.length === 0 && before.root === after.root
  const [first, ...rest] = isPowerOfTwo(before.size) ? [before.root, ...proof] : proof
  if (first === undefined) return false
  let position = before.size - 1
  let last = after.size - 1
  while (isOdd(position)) [position, last] = [half(position), half(last)]
  let [old, young] = [first, first]
  for (const sibling of rest) {
    if (last === 0) return false
    if (isOdd(position) || position === last) {
      old = nodeHash(sibling, old)
      young = nodeHash(sibling, young)
      while (!isOdd(position) && position !== 0) [position, last] = [half(position), half(last)]
    } else {
      young = nodeHash(young, sibling)
    }
    ;[position, last] = [half(position), half(last)]
  }
  return last === 0 && old === before.root && young === after.root
}

function rootOf(records: readonly Hash[]): Hash {
  const tree = createMerkleTree()
  for (const record of records) tree.append(record)
  return tree.root()
}

/** The largest power of two below `size`. */
const splitOf = (size: number): number => 2 ** Math.floor(Math.log2(size - 1))
// Not by bits: sizes may be larger than 2^31.
const isOdd = (number: number): boolean => number % 2 === 1
const half = (number: number): number => Math.floor(number / 2)
const isPowerOfTwo = (size: number): boolean => 2 ** Math.round(Math.log2(size)) === size
