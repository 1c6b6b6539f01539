import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { GivenInput } from '../harness/checks/context.ts'
import { makeOperation, type Operation } from '../harness/checks/operation.ts'
import { createSecretBook } from '../harness/checks/secret-book.ts'
import { type OutputProfile, type Setting, validSettings } from '../harness/protocol/index.ts'
import {
  givenMember,
  givenMutation,
  missingSetting,
  type Mutation,
  type Mutations,
  notAnObject,
  overLimit,
  textOfLength,
  unknownMember,
  unknownOption,
  unknownSetting,
  wrongSettingType,
} from './mutations.ts'
import { changed } from './refused-publish.ts'

const settings: readonly Setting[] = [
  { key: 'byline', label: 'Byline', control: 'text', required: true },
  { key: 'note', label: 'Note', control: 'textarea', required: false },
  { key: 'priority', label: 'Priority', control: 'number', required: true },
  { key: 'visibility', label: 'Visibility', control: 'select', required: true, options: ['public', 'PUBLIC', 'x'] },
  { key: 'layout', label: 'Layout', control: 'radio', required: false, options: ['compact', ''] },
  { key: 'pinned', label: 'Pinned', control: 'checkbox', required: true, default: false },
]
const profile: OutputProfile = {
  id: 'note',
  display_name: 'Note',
  profile: 'short_text',
  intents: ['post'],
  content: { required: true, max_length: 100 },
  title: { required: false, max_length: 10 },
  media: { min_items: 0, max_items: 0 },
  settings,
}
const valid = validSettings(profile)

/** What the manifest says about one publish body, written down once more and independently. */
function isValid(body: Readonly<Record<string, unknown>>): boolean {
  const { content, title, settings: given } = body
  if (typeof content !== 'string' || content === '' || content.length > 100) return false
  if (title !== undefined && (typeof title !== 'string' || title.length > 10)) return false
  const values = new Map(Object.entries((given ?? {}) as Record<string, unknown>))
  return (
    [...values.keys()].every((key) => settings.some((setting) => setting.key === key)) &&
    settings.every((setting) => fits(setting, values.get(setting.key)))
  )
}

function fits({ control, options, required, default: preset }: Setting, value: unknown): boolean {
  if (value === undefined) return !required || preset !== undefined
  if (control === 'number') return typeof value === 'number'
  if (control === 'checkbox') return typeof value === 'boolean'
  if (control === 'select' || control === 'radio') return (options ?? []).some((option) => option === value)
  return typeof value === 'string'
}

const newOperation = (): Operation =>
  makeOperation(
    { profile, settings: valid, content: undefined },
    { connectionRef: 'conn_1', capabilityRevision: 'r-1' },
    createSecretBook(),
  )

const kinds: Readonly<Record<string, Mutations>> = {
  'content over its limit': overLimit('content', 100),
  'title over its limit': overLimit('title', 10),
  'an unknown setting': unknownSetting(profile),
  'an unknown option': unknownOption(profile, valid),
  'a setting of the wrong type': wrongSettingType(profile, valid),
  'a missing setting': missingSetting(profile, valid),
}

test('the request that is changed is valid', () => {
  assert.ok(isValid(newOperation().request))
})

for (const [name, { listed, generated }] of Object.entries(kinds)) {
  const expectInvalid = ({ change, input }: Mutation): void =>
    assert.not(isValid(changed(newOperation(), change)), input)

  test(`${name} is really invalid, whatever was generated`, () => {
    for (const mutation of listed) expectInvalid(mutation)
    if (generated) fc.assert(fc.property(generated, expectInvalid))
    assert.ok(listed.length > 0 || generated)
  })
}

test('a list of one good value is tried for every setting, which a careless conversion takes for that value', () => {
  const sent = wrongSettingType(profile, valid).listed.map(({ change }) => changed(newOperation(), change)['settings'])
  for (const [key, value] of Object.entries({ byline: 'x', priority: 1, visibility: 'public', pinned: true })) {
    assert.ok(
      sent.some((each) => JSON.stringify((each as Record<string, unknown>)[key]) === JSON.stringify([value])),
      key,
    )
  }
})

test('text over the limit still carries what finds its write', () => {
  const operation = newOperation()
  for (const { change } of overLimit('content', 100).listed) {
    assert.ok(String(changed(operation, change)['content']).includes(operation.marker))
  }
  assert.is(textOfLength(operation, 'title', 17), operation.marker)
})

test('an unknown member is none of the protocol', () => {
  const { request } = newOperation()
  fc.assert(
    fc.property(unknownMember, ({ change }) => Object.keys(change).every((name) => name !== '' && !(name in request))),
  )
})

const recorded = ({ generated = {}, input }: Mutation): GivenInput =>
  JSON.parse(JSON.stringify({ generated, input })) as GivenInput

test('what was generated is made again from what is recorded of it, without a text of the operation in it', () => {
  const operation = newOperation()
  const expectSame = (mutation: Mutation, again: Mutation | undefined): void => {
    assert.equal(changed(operation, again?.change ?? {}), changed(operation, mutation.change))
    assert.not(JSON.stringify(recorded(mutation)).includes(operation.marker))
  }
  for (const { generated, isDefect = () => false } of Object.values(kinds)) {
    if (!generated) continue
    fc.assert(fc.property(generated, (each) => expectSame(each, givenMutation(recorded(each), isDefect))))
  }
  fc.assert(fc.property(unknownMember, (each) => expectSame(each, givenMember(recorded(each)))))
})

test('a recorded input that is no defect any more, or unknown to this version, proves nothing', () => {
  const { isDefect = () => false } = overLimit('content', 500)
  const given = { generated: { text: 'content', length: 300 }, input: '' }
  assert.throws(() => givenMutation(given, isDefect), 'is valid now')
  assert.throws(() => givenMutation({ generated: { letters: 7 }, input: '' }, () => true), 'cannot make the input')
  assert.throws(() => givenMember({ generated: { member: 'content' }, input: '' }), 'is valid now')
})

test('none of the bodies that are no object is one', () => {
  for (const { bytes, input } of notAnObject) {
    let value: unknown
    try {
      value = JSON.parse(bytes)
    } catch {
      continue
    }
    assert.ok(value === null || Array.isArray(value) || typeof value !== 'object', input)
  }
})

test.run()
