import { createHash } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createMerkleTree, inclusionProof, verifyInclusion } from '../record/index.ts'
import { inclusionProofs } from './inclusion.ts'

const hashes = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => createHash('sha256').update(String(i)).digest('hex'))

test('proofs are those of the tree of checkpoints, whatever its size', () => {
  for (let size = 1; size <= 33; size += 1) {
    const records = hashes(size)
    const tree = createMerkleTree()
    for (const record of records) tree.append(record)
    const made = inclusionProofs(records)
    assert.is(made.root, tree.root())
    for (const [index, record] of records.entries()) {
      const proof = made.proofOf(index + 1)
      assert.equal(proof, inclusionProof(records, index))
      assert.ok(verifyInclusion(record, { index, size, proof, root: tree.root() }))
    }
  }
})

test('what is not there has no proof', () => {
  for (const seq of [0, 4, 1.5]) assert.throws(() => inclusionProofs(hashes(3)).proofOf(seq), 'no such record')
  assert.is(inclusionProofs([]).root, undefined)
})

test.run()
