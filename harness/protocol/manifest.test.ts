import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Complaint } from './complaint.ts'
import { checkManifest, type Manifest, type OutputProfile, readManifest, type Setting } from './manifest.ts'

const setting: Setting = { key: 'tone', label: 'Tone', control: 'text', required: false }

const profile: OutputProfile = {
  id: 'blog.post',
  display_name: 'Blog post',
  profile: 'short_text',
  intents: ['post'],
  content: { required: true, max_length: 280 },
  media: { min_items: 0, max_items: 0 },
}

const valid: Manifest = {
  protocol_version: '1.0',
  implementation_version: '2.3.1',
  provider: { id: 'example.blog', display_name: 'Blog', description: 'Short posts where a < b.' },
  capability_revision: 'r1',
  connection: { modes: ['preconfigured'] },
  publishing: { output_profiles: [profile] },
  operations: { polling: false },
}

const withProfile = (change: object): unknown => ({
  ...valid,
  publishing: { output_profiles: [{ ...profile, ...change }] },
})
const withSetting = (change: object): unknown => withProfile({ settings: [{ ...setting, ...change }] })
const check = (value: unknown): readonly Complaint[] => checkManifest(value, { builtinProviders: ['mastodon'] })
const only = (value: unknown): Complaint => {
  const complaints = check(value)
  assert.is(complaints.length, 1, JSON.stringify(complaints))
  const [first] = complaints
  if (!first) throw new Error('no complaint')
  return first
}
const at = '/publishing/output_profiles/0'

test('a manifest with and without its optional members is accepted', () => {
  assert.equal(check(valid), [])
  const rich = { title: { required: false, max_length: 0 }, description: { required: true, max_length: 9 } }
  assert.equal(check(withProfile(rich)), [])
  assert.equal(check(withProfile({ settings: [] })), [])
  assert.equal(check({ ...valid, x_vendor: null, constructor: 1 }), [])
})

test('another protocol version is shown', () => {
  assert.equal(only({ ...valid, protocol_version: '1.1' }), {
    topic: 'shape',
    level: 'must',
    pointer: '/protocol_version',
    expected: 'exactly "1.0"',
    actual: '"1.1"',
  })
})

test('a missing member is a flaw of the shape, whatever its value would be about', () => {
  for (const member of Object.keys(valid)) {
    const complaint = only(Object.fromEntries(Object.entries(valid).filter(([key]) => key !== member)))
    assert.equal([complaint.topic, complaint.pointer, complaint.actual], ['shape', `/${member}`, 'nothing'])
  }
})

test('a member of another type is a flaw of the shape too', () => {
  const wrong = [
    { ...valid, provider: { ...valid.provider, id: 7 } },
    { ...valid, connection: { modes: 'preconfigured' } },
    { ...valid, publishing: { output_profiles: {} } },
    withProfile({ media: { min_items: 0, max_items: null } }),
  ]
  for (const value of wrong) assert.is(only(value).topic, 'shape')
})

test('connection modes are exactly preconfigured', () => {
  for (const modes of [[], ['oauth'], ['preconfigured', 'oauth'], ['preconfigured', 'preconfigured']]) {
    assert.is(only({ ...valid, connection: { modes } }).topic, 'modes')
  }
  assert.is(only({ ...valid, connection: { modes: ['a', 'b'] } }).actual, '["a", "b"]')
})

test('ids follow the ID format', () => {
  for (const id of ['a', '7:x/y_z.-', 'a'.repeat(128)]) {
    assert.equal(check({ ...valid, provider: { ...valid.provider, id } }), [])
    assert.equal(check(withProfile({ id })), [])
  }
  for (const id of ['', '.a', 'a b', 'é', 'a'.repeat(129), 'a\n']) {
    assert.is(only({ ...valid, provider: { ...valid.provider, id } }).topic, 'ids')
    assert.is(only(withProfile({ id })).topic, 'ids')
  }
})

test('a provider id of the service itself is reserved', () => {
  const complaint = only({ ...valid, provider: { ...valid.provider, id: 'mastodon' } })
  assert.equal([complaint.topic, complaint.level], ['reserved', 'must'])
})

test('there is a profile, and each is short_text for posts', () => {
  assert.is(only({ ...valid, publishing: { output_profiles: [] } }).topic, 'profiles')
  assert.is(only(withProfile({ profile: 'video' })).topic, 'profiles')
  assert.is(only(withProfile({ intents: [] })).topic, 'profiles')
  assert.is(only(withProfile({ intents: ['post', 'reply'] })).topic, 'profiles')
})

test('a required text has room for one character', () => {
  assert.is(only(withProfile({ content: { required: true, max_length: 0 } })).topic, 'profiles')
  assert.is(only(withProfile({ title: { required: true, max_length: 0 } })).pointer, `${at}/title/max_length`)
  assert.equal(check(withProfile({ content: { required: false, max_length: 0 } })), [])
  assert.is(only(withProfile({ content: { required: false, max_length: -1 } })).topic, 'shape')
})

test('both media bounds are zero', () => {
  const complaint = only(withProfile({ media: { min_items: 0, max_items: 4 } }))
  assert.equal([complaint.topic, complaint.pointer, complaint.actual], ['media', `${at}/media/max_items`, '4'])
  assert.is(only(withProfile({ media: { min_items: 1, max_items: 0 } })).topic, 'media')
})

test('each of the six controls is accepted, any other is shown', () => {
  for (const control of ['text', 'textarea', 'number', 'checkbox']) assert.equal(check(withSetting({ control })), [])
  for (const control of ['select', 'radio']) assert.equal(check(withSetting({ control, options: ['a'] })), [])
  const complaint = only(withSetting({ control: 'slider' }))
  assert.equal([complaint.topic, complaint.level, complaint.actual], ['settings', 'must', '"slider"'])
})

test('whatever is wrong in a setting is about the settings', () => {
  const wrong = [{ key: '' }, { key: 1 }, { label: undefined }, { help: null }, { options: 'a' }, { options: [1] }]
  for (const change of wrong) assert.is(only(withSetting(change)).topic, 'settings', JSON.stringify(change))
  assert.is(only(withProfile({ settings: null })).topic, 'settings')
})

test('repeated profile ids and setting keys are bad practice', () => {
  const twice = only({ ...valid, publishing: { output_profiles: [profile, profile] } })
  assert.equal([twice.topic, twice.level], ['unique', 'should'])
  const keys = only(withProfile({ settings: [setting, setting] }))
  assert.equal([keys.topic, keys.level, keys.pointer], ['unique', 'should', `${at}/settings/1/key`])
})

test('a default fits its control', () => {
  const options = ['a', 'b']
  const good: readonly Partial<Setting>[] = [
    { default: '' },
    { control: 'textarea', default: 'x' },
    { control: 'number', default: 1.5 },
    { control: 'checkbox', default: false },
    { control: 'select', options, default: 'a' },
    { control: 'radio', options, default: 'b' },
  ]
  for (const change of good) assert.equal(check(withSetting(change)), [])
  const bad: readonly Partial<Setting>[] = [
    { default: 1 },
    { default: null },
    { control: 'number', default: '1' },
    { control: 'checkbox', default: 'true' },
    { control: 'select', options, default: 'c' },
    { control: 'radio', options: [] },
    { control: 'select' },
  ]
  for (const change of bad) {
    const complaint = only(withSetting(change))
    assert.equal([complaint.topic, complaint.level], ['defaults', 'should'], JSON.stringify(change))
  }
})

test('no display string holds markup', () => {
  const html = 'Blog <b>bold</b>'
  const places = [
    { ...valid, provider: { ...valid.provider, display_name: html } },
    { ...valid, provider: { ...valid.provider, description: html } },
    withProfile({ display_name: html }),
    withSetting({ label: html }),
    withSetting({ help: html }),
    withSetting({ control: 'select', options: [html] }),
  ]
  for (const place of places) {
    assert.equal([only(place).topic, only(place).level], ['html', 'must'])
    assert.ok(readManifest(place))
  }
  assert.equal(check(withSetting({ default: '<b>' })), [])
})

test('a token anywhere in the manifest is found and not repeated', () => {
  const secret = 'correct"horse'
  const options = { builtinProviders: [], secrets: [secret] }
  assert.equal(checkManifest(valid, options), [])
  for (const leak of [{ x: [`Bearer ${secret}`] }, { [secret]: 1 }]) {
    const [complaint, ...more] = checkManifest({ ...valid, ...leak }, options)
    assert.is(complaint?.topic, 'secret')
    assert.equal(more, [])
    assert.not.match(JSON.stringify(complaint), 'horse')
  }
})

test('a manifest that only breaks rules about values can still be read', () => {
  assert.is(readManifest({ ...valid, protocol_version: '2.0' })?.protocol_version, '2.0')
  assert.is(readManifest(withProfile({ profile: 'video', id: '!' }))?.publishing.output_profiles[0]?.id, '!')
  assert.equal(readManifest({ ...valid, publishing: { output_profiles: [] } })?.publishing.output_profiles, [])
})

test('a manifest with a missing or mistyped member cannot be read', () => {
  const unreadable = [
    null,
    {},
    { ...valid, operations: {} },
    withSetting({ control: 'slider' }),
    withSetting({ key: 1 }),
  ]
  for (const value of unreadable) assert.is(readManifest(value), undefined)
})

test('a mistyped optional member and a default of null are read as absent', () => {
  const read = readManifest(withProfile({ title: null, settings: [{ ...setting, help: null, default: null }] }))
  assert.equal(read, withProfile({ settings: [setting] }) as Manifest)
})

test('keys that JavaScript has a meaning for confuse nobody', () => {
  const hostile: unknown = JSON.parse(
    `{"__proto__": ${JSON.stringify(valid)}, "constructor": null, "hasOwnProperty": 1, "toString": {}}`,
  )
  assert.is(check(hostile).length, Object.keys(valid).length)
  assert.is(readManifest(hostile), undefined)
  const key = '__proto__'
  assert.is(readManifest(withSetting({ key }))?.publishing.output_profiles[0]?.settings?.[0]?.key, key)
})

test('a million flaws are a bounded list of complaints', () => {
  const huge = { ...valid, publishing: { output_profiles: Array.from({ length: 200_000 }, () => 0) } }
  assert.ok(check(huge).length <= 2000)
})

test.run()
