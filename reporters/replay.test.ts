import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { caseFile, replayCommand } from './replay.ts'
import { result } from './run.test.support.ts'

const passed = (profile?: string) =>
  result('health/ready', { verdict: 'pass' }, profile === undefined ? {} : { profile })

test('the command names the connector, the case, the profile and the seed', () => {
  assert.is(
    replayCommand(passed('blog:a/b'), 7, ['--url', 'http://127.0.0.1:1', '--token-env', 'T']),
    'touchstone run --url http://127.0.0.1:1 --token-env T --only health/ready --profile blog:a/b --seed 7',
  )
})

test('what a shell would interpret is quoted', () => {
  assert.is(
    replayCommand(passed(), 7, ['--config', "it's $(here).yaml", '--config', '']),
    "touchstone run --config 'it'\\''s $(here).yaml' --config '' --only health/ready --seed 7",
  )
})

test('a profile id that the protocol does not allow gets into no command', () => {
  for (const id of ['$(rm -rf ~)', '-x', 'a b', 'a\n', '', 'x'.repeat(129)]) {
    assert.is(replayCommand(passed(id), 7, []), 'touchstone run --only health/ready --seed 7')
  }
})

test('with the folder of the reports the command names the case file there', () => {
  assert.is(
    replayCommand(passed('blog:a/b'), 7, ['--config', 'x.yaml'], 'touchstone-out/'),
    'touchstone replay touchstone-out/cases/health/ready@blog%3Aa%2Fb.json',
  )
  assert.is(replayCommand(passed(), 7, [], "it's out"), "touchstone replay 'it'\\''s out/cases/health/ready.json'")
})

test('a profile id that makes no file name is named by its digest', () => {
  for (const id of ['$(rm -rf ~)', '../../x', `a${':'.repeat(100)}`]) {
    assert.match(caseFile({ id: 'health/ready', profile: id }), /^cases\/health\/ready@[0-9a-f]{16}\.json$/)
  }
})

test.run()
