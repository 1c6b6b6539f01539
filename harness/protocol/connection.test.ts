import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Complaint } from './complaint.ts'
import { type Account, checkConnection, readConnection } from './connection.ts'

const ada: Account = { id: 'acc-1', username: 'ada', display_name: 'Ada <3' }
const connection = (accounts: unknown): Record<string, unknown> => ({
  state: 'complete',
  connection_ref: 'conn:1',
  accounts,
})
const many = (count: number): unknown =>
  connection(Array.from({ length: count }, (_, index) => ({ ...ada, id: `a${index}` })))
const only = (value: unknown): Complaint => {
  const complaints = checkConnection(value)
  assert.is(complaints.length, 1, JSON.stringify(complaints))
  const [first] = complaints
  if (!first) throw new Error('no complaint')
  return first
}

test('one to one hundred accounts are accepted', () => {
  for (const count of [1, 100]) assert.equal(checkConnection(many(count)), [])
  for (const count of [0, 101]) assert.is(only(many(count)).topic, 'accounts')
})

test('the state is complete', () => {
  assert.is(only({ ...connection([ada]), state: 'pending' }).pointer, '/state')
})

test('the connection reference follows the ID format', () => {
  assert.is(only({ ...connection([ada]), connection_ref: 'a ref' }).topic, 'shape')
  assert.is(only({ ...connection([ada]), connection_ref: 'x'.repeat(129) }).topic, 'shape')
})

test('account ids follow the ID format and are unique', () => {
  assert.is(only(connection([{ ...ada, id: '@ada' }])).pointer, '/accounts/0/id')
  const twice = only(connection([ada, { ...ada, username: 'bob' }]))
  assert.equal([twice.topic, twice.pointer], ['accounts', '/accounts/1/id'])
})

test('an avatar is an absolute HTTPS URL without credentials', () => {
  const avatar = (avatar_url: unknown): unknown => connection([{ ...ada, avatar_url }])
  for (const url of ['https://x.example/a.png', 'HTTPS://x.example']) assert.equal(checkConnection(avatar(url)), [])
  const wrong = [
    'http://x.example',
    '/a.png',
    '//x.example',
    'https:x.example',
    'https://',
    '',
    null,
    'https://u:p@x.example/',
  ]
  for (const url of wrong) {
    assert.is(only(avatar(url)).topic, 'url')
  }
})

test('account names hold no markup', () => {
  for (const member of ['username', 'display_name']) {
    const complaint = only(connection([{ ...ada, [member]: '<img src=x>' }]))
    assert.equal([complaint.topic, complaint.pointer], ['html', `/accounts/0/${member}`])
  }
})

test('no complaint repeats what an account is called', () => {
  const secret = 'ada-lovelace'
  const wrong = {
    state: secret,
    connection_ref: ` ${secret}`,
    accounts: [{ id: `!${secret}`, username: `<b>${secret}</b>` }],
  }
  const complaints = checkConnection({
    ...wrong,
    accounts: [...wrong.accounts, { ...ada, id: 12_345, avatar_url: secret }],
  })
  assert.ok(complaints.length >= 6)
  assert.not.match(JSON.stringify(complaints), /lovelace|12345/)
})

test('a connection is read unless a required member is missing or of another type', () => {
  assert.is(readConnection(many(101))?.accounts.length, 101)
  assert.equal(readConnection(connection([{ ...ada, avatar_url: null }]))?.accounts, [ada])
  assert.is(readConnection(connection([{ ...ada, id: 1 }])), undefined)
  assert.is(readConnection(connection(null)), undefined)
})

test.run()
