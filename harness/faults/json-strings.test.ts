import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { stringValues } from './json-strings.ts'

const valuesOf = (json: string): string[] | undefined =>
  stringValues(json)?.map(({ start, end }) => JSON.parse(`"${json.slice(start, end)}"`) as string)

test('values are found in document order, names are not', () => {
  assert.equal(valuesOf('{ "b" : "1", "a":["2",{"c" : "3"}] , "d":null,"e":"4" }'), ['1', '2', '3', '4'])
  assert.equal(valuesOf('"alone"'), ['alone'])
})

test('only three objects or arrays deep', () => {
  assert.equal(valuesOf('{"a":[["in"]],"b":[[["out"]]],"c":"back"}'), ['in', 'back'])
})

test('quotes, braces and colons inside strings mislead nobody', () => {
  assert.equal(valuesOf('{"a\\":\\"{":"x\\\\","b":"}\\":[","c":""}'), ['x\\', '}":[', ''])
})

test('what is not JSON has no strings to speak of', () => {
  assert.is(stringValues('{"a":"b"'), undefined)
  assert.is(stringValues('<p>"a"</p>'), undefined)
  assert.equal(stringValues('42'), [])
})

test.run()
