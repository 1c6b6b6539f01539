import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { slowestFirst } from './times.ts'

const file = (name: string, size: number): { path: string; name: string; size: number } => ({ path: name, name, size })

test('what took longest comes first, and what was never timed before it: proofs, command lines, then long texts', () => {
  const files = [
    file('bin/quick.test.ts', 900),
    file('harness/long.test.ts', 500),
    file('harness/short.test.ts', 100),
    file('bin/new.test.ts', 50),
    file('bin/proof/new.test.ts', 50),
    file('bin/slow.test.ts', 10),
  ]
  const times = new Map([
    ['bin/quick.test.ts', 5],
    ['bin/slow.test.ts', 900],
  ])
  assert.equal(
    slowestFirst(files, times).map(({ name }) => name),
    [
      'bin/proof/new.test.ts',
      'bin/new.test.ts',
      'harness/long.test.ts',
      'harness/short.test.ts',
      'bin/slow.test.ts',
      'bin/quick.test.ts',
    ],
  )
})

test.run()
