import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isOperationId } from '../protocol/index.ts'
import type { Bound } from './installation.ts'
import { operationIdOf } from './operation-id.ts'
import { type Draft, makeRendition, readRendition, RenditionError, writeRendition } from './rendition.ts'

const bound: Bound = { workspaceId: 'w-1', connectionRef: 'conn-1', accountId: 'acct-1', capabilityRevision: 'r-1' }
const draft: Draft = { renditionId: 'n-1', outputProfile: 'text.post', content: 'hello', settings: { b: 1, a: [true] } }

test('an operation id is that of its workspace and rendition, and one of R14', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (workspace, rendition, other) => {
      const id = operationIdOf(workspace, rendition)
      assert.ok(isOperationId(id))
      assert.is(operationIdOf(workspace, rendition), id)
      if (other !== rendition) assert.is.not(operationIdOf(workspace, other), id)
      if (other !== workspace) assert.is.not(operationIdOf(other, rendition), id)
    }),
  )
  assert.is.not(operationIdOf('ab', 'c'), operationIdOf('a', 'bc'))
})

test('a rendition holds the revision it was prepared for, whatever that of the binding', () => {
  const { request } = makeRendition(draft, bound, 'r-2')
  assert.equal(request, {
    operation_id: operationIdOf('w-1', 'n-1'),
    connection_ref: 'conn-1',
    capability_revision: 'r-2',
    output_profile: 'text.post',
    content: 'hello',
    settings: { b: 1, a: [true] },
  })
})

test('a rendition survives being written and read, and equal ones are equal texts', () => {
  fc.assert(
    fc.property(fc.string(), fc.dictionary(fc.string(), fc.jsonValue()), (content, settings) => {
      // As JSON has it: no negative zero.
      const plain = JSON.parse(JSON.stringify(settings)) as Record<string, unknown>
      const rendition = makeRendition({ ...draft, content, settings: plain }, bound, 'r-1')
      const text = writeRendition(rendition)
      assert.equal(readRendition(text), rendition)
      const reversed = Object.fromEntries(Object.entries(plain).toReversed())
      assert.is(writeRendition(makeRendition({ ...draft, content, settings: reversed }, bound, 'r-1')), text)
    }),
  )
})

test('what is no rendition is not read as one', () => {
  const rendition = makeRendition(draft, bound, 'r-1')
  const { workspaceId: _, ...homeless } = rendition
  const stale = { ...rendition, request: { ...rendition.request, capability_revision: '' } }
  const curious = { ...rendition, request: { ...rendition.request, more: 1 } }
  for (const text of ['', '[]', '{}', ...[homeless, stale, curious].map((each) => JSON.stringify(each))]) {
    assert.throws(
      () => readRendition(text),
      (error: unknown) => error instanceof RenditionError,
    )
  }
})

test.run()
