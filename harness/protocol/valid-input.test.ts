import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isId, isOperationId } from './identifiers.ts'
import type { OutputProfile, Setting } from './manifest.ts'
import { checkPublishRequest } from './publish.ts'
import { lookupPath, routes } from './routes.ts'
import { longestText, usableTextSetting, validSettings } from './valid-input.ts'

const profile = (settings?: readonly Setting[]): OutputProfile => ({
  id: 'blog.post',
  display_name: 'Post',
  profile: 'short_text',
  intents: ['post'],
  content: { required: true, max_length: 10 },
  media: { min_items: 0, max_items: 0 },
  ...(settings ? { settings } : {}),
})
const required = (key: string, control: Setting['control'], rest: Partial<Setting> = {}): Setting => ({
  key,
  label: key,
  control,
  required: true,
  ...rest,
})

test('every required setting gets a value that its control takes', () => {
  const settings = [
    required('text', 'text'),
    required('area', 'textarea'),
    required('number', 'number'),
    required('box', 'checkbox'),
    required('select', 'select', { options: ['first', 'second'] }),
    required('radio', 'radio', { options: ['one'] }),
    required('empty', 'select'),
    { ...required('free', 'text'), required: false },
  ]
  assert.equal(validSettings(profile(settings)), {
    text: 'text',
    area: 'text',
    number: 1,
    box: true,
    select: 'first',
    radio: 'one',
    empty: 'text',
  })
  assert.equal(validSettings(profile()), {})
})

test('an example wins over a default, and a default over our own choice', () => {
  const settings = [required('a', 'number', { default: 7 }), required('b', 'checkbox', { default: false })]
  assert.equal(validSettings(profile(settings), { a: 9, extra: 'x' }), { a: 9, extra: 'x', b: false })
  assert.equal(validSettings(profile([required('a', 'number', { default: null })])), { a: 1 })
})

test('a setting called __proto__ or constructor is an ordinary one', () => {
  const settings = validSettings(profile([required('__proto__', 'text'), required('constructor', 'number')]))
  assert.is(JSON.stringify(settings), '{"__proto__":"text","constructor":1}')
})

test('the longest text has exactly the length asked for', () => {
  for (const length of [0, 1, 280]) assert.is(longestText(length).length, length)
})

test('a text setting is found among others', () => {
  assert.is(usableTextSetting(profile()), undefined)
  assert.is(usableTextSetting(profile([required('n', 'number')])), undefined)
  assert.is(usableTextSetting(profile([required('n', 'number'), required('t', 'textarea')])), 't')
})

test('a publish request of ours has an operation id of 16 to 64 safe characters and no other members', () => {
  const request = {
    operation_id: 'op-0123456789.AZ_',
    connection_ref: 'c',
    capability_revision: 'r1',
    output_profile: 'blog.post',
    content: longestText(10),
    settings: {},
  }
  assert.equal(checkPublishRequest(request), [])
  for (const operation_id of ['short', 'a'.repeat(65), `.${'a'.repeat(20)}`, `op:${'a'.repeat(20)}`]) {
    assert.is(checkPublishRequest({ ...request, operation_id })[0]?.topic, 'ids')
  }
  assert.is(checkPublishRequest({ ...request, intent: 'post' }).length, 1)
})

test('ids may have : and /, operation ids may not', () => {
  assert.ok(isId('a:b/c'))
  assert.not(isId('/a'))
  assert.ok(isOperationId('a'.repeat(64)))
  assert.not(isOperationId(`a:${'b'.repeat(20)}`))
})

test('an operation is looked up under its encoded id', () => {
  assert.is(routes.length, 6)
  assert.is(lookupPath('a:b/c'), '/v1/operations/a%3Ab%2Fc')
})

test.run()
