import { createHash } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { canonicalText } from './canonical.ts'
import { genesisHash, recordHash } from './chain.ts'
import { exampleRun } from './example.test.support.ts'

const body = canonicalText(exampleRun())

test('a hash is over the ledger, the number, the hash before and the bytes of the body', () => {
  const bytes = Buffer.concat([
    Buffer.from(`evidence-ledger/v1\ncertification_run\n1\n${'0'.repeat(64)}\n`),
    Buffer.from(body),
  ])
  assert.is(recordHash('certification_run', 1, genesisHash, body), createHash('sha256').update(bytes).digest('hex'))
})

test('a record cannot be moved to another ledger, renumbered, relinked or changed', () => {
  const hashes = [
    recordHash('certification_run', 1, genesisHash, body),
    recordHash('certification_check', 1, genesisHash, body),
    recordHash('certification_run', 2, genesisHash, body),
    recordHash('certification_run', 11, genesisHash, body),
    recordHash('certification_run', 1, 'f'.repeat(64), body),
    recordHash('certification_run', 1, genesisHash, body.replace('passed', 'failed')),
  ]
  assert.is(new Set(hashes).size, hashes.length)
})

test.run()
