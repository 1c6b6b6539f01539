import { type Hash, leafHash, nodeHash } from '../record/index.ts'

/** Proofs for any number of records of one ledger; keeps one hash for each node of its tree. */
export interface InclusionProofs {
  readonly size: number
  readonly root: Hash | undefined
  /** @param seq 1, 2, 3 … */
  proofOf(seq: number): readonly Hash[]
}

/** The same proofs as `inclusionProof` makes, without going through all records for each. */
export function inclusionProofs(records: readonly Hash[]): InclusionProofs {
  const levels: Hash[][] = []
  for (let level = records.map(leafHash); level.length > 0; level = level.length > 1 ? parentsOf(level) : [])
    levels.push(level)
  return {
    size: records.length,
    root: levels.at(-1)?.[0],
    proofOf(seq) {
      if (!Number.isSafeInteger(seq) || seq < 1 || seq > records.length) throw new RangeError('no such record')
      const proof: Hash[] = []
      let position = seq - 1
      for (const level of levels) {
        const sibling = level[position % 2 === 0 ? position + 1 : position - 1]
        if (sibling !== undefined) proof.push(sibling)
        position = Math.floor(position / 2)
      }
      return proof
    },
  }
}

/** A node without a sibling goes up as it is, which makes the tree of RFC 9162. */
function parentsOf(level: readonly Hash[]): Hash[] {
  const parents: Hash[] = []
  for (let i = 0; i < level.length; i += 2) {
    const [left, right] = [level[i] as Hash, level[i + 1]]
    parents.push(right === undefined ? left : nodeHash(left, right))
  }
  return parents
}
