import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closingStack } from './closing-stack.ts'

test('everything is closed in reverse order of opening, once', async () => {
  const closed: string[] = []
  const stack = closingStack()
  stack.defer(() => void closed.push('first'))
  stack.use({ [Symbol.dispose]: () => void closed.push('second') })
  stack.use({ [Symbol.asyncDispose]: async () => void closed.push('third') })
  await stack[Symbol.asyncDispose]()
  await stack[Symbol.asyncDispose]()
  assert.equal(closed, ['third', 'second', 'first'])
})

test('one that cannot be closed does not keep the others open, and its failure is told', async () => {
  const closed: string[] = []
  const stack = closingStack()
  stack.defer(() => void closed.push('first'))
  stack.defer(() => Promise.reject(new Error('stuck')))
  let failure: unknown
  try {
    await stack[Symbol.asyncDispose]()
  } catch (thrown) {
    failure = thrown
  }
  assert.is((failure as Error).message, 'stuck')
  assert.equal(closed, ['first'])
})

test('what was handed over is closed by the new owner only', async () => {
  const closed: string[] = []
  const stack = closingStack()
  stack.defer(() => void closed.push('first'))
  stack.defer(() => void closed.push('second'))
  const moved = stack.move()
  await stack[Symbol.asyncDispose]()
  assert.equal(closed, [])
  await moved[Symbol.asyncDispose]()
  assert.equal(closed, ['second', 'first'])
})

test.run()
