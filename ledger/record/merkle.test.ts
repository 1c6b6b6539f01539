import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { consistencyProof, inclusionProof, verifyConsistency, verifyInclusion } from './merkle-proof.ts'
import { createMerkleTree, emptyRoot, type Hash } from './merkle.ts'

const hash = (text: string): Hash => createHash('sha256').update(text).digest('hex')
const records = Array.from({ length: 40 }, (_, i) => hash(String(i)))

const rootOf = (hashes: readonly Hash[]): Hash => {
  const tree = createMerkleTree()
  for (const each of hashes) tree.append(each)
  assert.is(tree.size, hashes.length)
  return tree.root()
}

/** The definition of RFC 9162 §2.1.1, word for word. */
function definedRoot(hashes: readonly Hash[]): Buffer {
  const sum = (...parts: readonly Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()
  if (hashes.length === 0) return sum()
  if (hashes.length === 1) return sum(Uint8Array.of(0), Buffer.from(hashes[0] ?? '', 'hex'))
  let k = 1
  while (k * 2 < hashes.length) k *= 2
  return sum(Uint8Array.of(1), definedRoot(hashes.slice(0, k)), definedRoot(hashes.slice(k)))
}

test('the root of every size is the one that RFC 9162 defines', () => {
  for (let n = 0; n <= records.length; n++) {
    assert.is(rootOf(records.slice(0, n)), definedRoot(records.slice(0, n)).toString('hex'))
  }
  assert.is(emptyRoot, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

test('asking for the root does not disturb the tree', () => {
  const tree = createMerkleTree()
  for (const each of records) {
    tree.append(each)
    tree.root()
  }
  assert.is(tree.root(), rootOf(records))
})

test('the root changes with every record, its place and the number of records', () => {
  const roots = [
    records,
    records.slice(1),
    records.slice(0, -1),
    records.toReversed(),
    [...records, records.at(-1) ?? ''],
    ...records.map((_, i) => records.with(i, hash('other'))),
  ].map(rootOf)
  assert.is(new Set(roots).size, roots.length)
})

const sized = fc.integer({ min: 1, max: records.length }).chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)))

test('every record can be shown to be in the tree, and no other in its place', () => {
  fc.assert(
    fc.property(sized, ([size, index]) => {
      const all = records.slice(0, size)
      const proof = inclusionProof(all, index)
      const at = { index, size, proof, root: rootOf(all) }
      const record = all[index] ?? ''
      assert.ok(verifyInclusion(record, at))
      assert.not(verifyInclusion(hash('other'), at))
      assert.not(verifyInclusion(record, { ...at, root: hash('other') }))
      assert.not(verifyInclusion(record, { ...at, index: size }))
      assert.not(verifyInclusion(record, { ...at, proof: [...proof, hash('more')] }))
      if (proof.length > 0) assert.not(verifyInclusion(record, { ...at, proof: proof.slice(1) }))
      for (let i = 0; i < proof.length; i++) {
        assert.not(verifyInclusion(record, { ...at, proof: proof.with(i, hash('other')) }))
      }
    }),
  )
})

test('every tree can be shown to have grown out of each one before it, and of no other', () => {
  fc.assert(
    fc.property(sized, ([size, index]) => {
      const all = records.slice(0, size)
      const before = { size: index + 1, root: rootOf(all.slice(0, index + 1)) }
      const after = { size, root: rootOf(all) }
      const proof = consistencyProof(all, before.size)
      assert.ok(verifyConsistency(before, after, proof))
      assert.not(verifyConsistency({ ...before, root: hash('other') }, after, proof))
      assert.not(verifyConsistency(before, { ...after, root: hash('other') }, proof))
      assert.not(verifyConsistency(before, after, [...proof, hash('more')]))
      assert.not(verifyConsistency({ ...before, size: size + 1 }, after, proof))
      for (let i = 0; i < proof.length; i++) {
        assert.not(verifyConsistency(before, after, proof.with(i, hash('other'))))
      }
    }),
  )
  assert.ok(verifyConsistency({ size: 0, root: emptyRoot }, { size: 3, root: rootOf(records.slice(0, 3)) }, []))
})

test('a history that was written anew has no proof', () => {
  const other = records.with(3, hash('other'))
  const before = { size: 10, root: rootOf(records.slice(0, 10)) }
  assert.not(
    verifyConsistency(before, { size: 20, root: rootOf(other.slice(0, 20)) }, consistencyProof(other.slice(0, 20), 10)),
  )
})

test('what is not in the tree has no proof to make', () => {
  assert.throws(() => inclusionProof(records, records.length), /no such record/)
  assert.throws(() => inclusionProof([], 0), /no such record/)
  assert.throws(() => consistencyProof(records, 0), /no such tree/)
  assert.throws(() => consistencyProof(records, records.length + 1), /no such tree/)
})

test.run()
