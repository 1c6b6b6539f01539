import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makeOperation, type Operation } from '../harness/checks/operation.ts'
import { createSecretBook } from '../harness/checks/secret-book.ts'
import { type OutputProfile, type Setting, validSettings } from '../harness/protocol/index.ts'
import {
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
  'an unknown setting': unknownSetting(profile, valid),
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

test('text over the limit still carries what finds its write', () => {
  const operation = newOperation()
  for (const { change } of overLimit('content', 100).listed) {
    assert.ok(String(changed(operation, change)['content']).includes(operation.marker))
  }
  assert.is(textOfLength(operation, 'title', 17), operation.marker)
})

test('an unknown member is none of the protocol', () => {
  fc.assert(fc.property(unknownMember, (name) => assert.not(name in newOperation().request)))
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
