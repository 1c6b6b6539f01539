import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expand, placeholdersIn } from './placeholders.ts'

test('every placeholder is replaced once, and $${ is a plain ${', () => {
  const values = { work: '/tmp/${marker}', marker: 'm1' }
  assert.is(expand('${work}/$${work}/${marker}$', values), '/tmp/${marker}/${work}/m1$')
})

test('a placeholder without a value is an error that names it', () => {
  assert.throws(() => expand('${constructor}', {}), '${constructor} has no value in this run')
})

test('an unclosed placeholder is found', () => {
  assert.equal(placeholdersIn('${a} $${b} ${c'), ['a', undefined])
})

test.run()
