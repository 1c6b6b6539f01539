import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { eachOf } from '../harness/checks/poll.ts'
import { expectRefused, testInPlace } from './cli.test.support.ts'

const token = 'connector-token-Ab3dEf6hIj9lMn2p'
const env = { CONNECTOR_TOKEN: token, EMPTY: '', SPACED: 'a b' }
const url = ['run', '--url', 'http://127.0.0.1:1'] as const
const whole = [...url, '--token-env', 'CONNECTOR_TOKEN'] as const

const commandNames = ['demo', 'run', 'init', 'list', 'explain', 'serve']

testInPlace('a wrong command line is exit 2 with one message that says what to mend', async (place) => {
  const wrong: readonly (readonly [args: readonly string[], message: string])[] = [
    [[], 'no command is named; --help shows an example'],
    [['rum'], 'unknown command rum; did you mean run?'],
    [['xyzzy'], 'unknown command xyzzy; `touchstone --help` shows what there is'],
    [['run', '--ony', 'health'], 'unknown option --ony; did you mean --only?'],
    [['list', '--jsn'], 'unknown option --jsn; did you mean --json?'],
    [['run', 'health'], 'unknown argument health'],
    [['list', 'everything'], 'Choices: "cases", "checks", "requirements"'],
    [['explain'], 'got 0, need at least 1'],
    [['run', '--quiet', '--verbose'], 'quiet and verbose are mutually exclusive'],
    [['run', '--reporter', 'pdf'], 'Choices: "json", "junit", "html", "summary", "events"'],
    [['run', '--only'], 'not enough arguments following: only'],
    [url, '--url needs --token-env NAME or --token-file PATH; a token is never taken from the command line'],
    [['run', '--token-env', 'CONNECTOR_TOKEN'], '--token-env and --token-file go with --url'],
    [[...url, '--url', 'http://127.0.0.1:2', '--token-env', 'CONNECTOR_TOKEN'], '--url is given twice'],
    [[...url, '--token-env', 'NOBODY_SET_THIS'], 'the environment variable NOBODY_SET_THIS is not set'],
    [[...url, '--token-env', 'EMPTY'], 'the environment variable EMPTY is not set'],
    [[...url, '--token-env', 'SPACED'], 'characters that an Authorization header cannot carry'],
    [[...url, '--token-file', 'nowhere'], '--token-file nowhere: the file cannot be read'],
    [['run', '--url', 'ftp://x', '--token-env', 'CONNECTOR_TOKEN'], 'is not an http: or https: URL'],
    [['run', '--url', 'http://u:p@x', '--token-env', 'CONNECTOR_TOKEN'], 'carries a user name or password'],
    [['run', '--url', `http://x/${token}`, '--token-env', 'CONNECTOR_TOKEN'], 'carries the token; remove it'],
    [[...whole, '--only', 'helth'], 'there is no check or case "helth"; did you mean health?'],
    [[...whole, '--only', 'burst-8'], 'did you mean concurrency/burst-8?'],
    [[...whole, '--only', 'health', '--only', 'health/redy'], 'there is no check or case "health/redy"'],
    [[...whole, '--seed', 'abc'], '--seed takes a number'],
    [[...whole, '--seed', '1.5'], '--seed takes a whole number of 0 or more'],
    [[...whole, '--deadline', 'soon'], '--deadline takes a number'],
    [[...whole, '--deadline', '0'], '--deadline takes a number of seconds above 0'],
    [[...whole, '--deadline', '3000000'], 'and up to 86400'],
    [['explain', 'nothing'], 'there is no check, case or requirement "nothing"'],
  ]
  await eachOf(wrong, 3, async ([args, message]) => {
    const ended = await place.run(args, env)
    expectRefused(ended, message)
    assert.not.ok(ended.err.includes(token))
  })
  await assertNothingWritten(place.read('touchstone-out/results.json'))
})

testInPlace('help is there for every command, with an example, on standard output', async (place) => {
  await eachOf(['', ...commandNames], 3, async (name) => {
    const { code, out, err } = await place.run([...(name === '' ? [] : [name]), '--help'])
    assert.is(code, 0)
    assert.is(err, '')
    assert.match(out, /\nExamples:\n\s+\S*.*touchstone /)
    assert.ok(out.split('\n').every((line) => line.length <= 100))
  })
})

testInPlace('help loads nothing but yargs and the table of commands', async (place) => {
  const { err } = await place.run(['run', '--help'], { NODE_DEBUG: 'esm' })
  const loaded = [...new Set([...err.matchAll(/file:\/\/[^\s'",]+\.m?js/g)].map(([url]) => url))]
  assert.ok(loaded.some((url) => url.includes('/yargs/')))
  const ours = loaded.filter((url) => !url.includes('/node_modules/')).map((url) => url.replace(/^.*\/dist\//, ''))
  const declared = /^bin\/(commands\/[a-z]+-command|readiness\/readiness-options)\.js$/
  assert.equal(ours.filter((file) => !declared.test(file)).toSorted(), [
    'bin/commands/index.js',
    'bin/standard-streams.js',
    'bin/touchstone.js',
    'bin/usage-error.js',
    'bin/why-not.js',
  ])
  assert.not.ok(loaded.some((url) => /node_modules\/(undici|ajv|yaml|msw|fast-check|picocolors)\//.test(url)))
})

testInPlace('messages are in English whatever the locale', async (place) => {
  expectRefused(
    await place.run(['run', '--ony'], { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' }),
    'unknown option --ony',
  )
})

async function assertNothingWritten(reading: Promise<string>): Promise<void> {
  assert.is(await reading.catch((error: NodeJS.ErrnoException) => error.code), 'ENOENT')
}

test.run()
