import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Configuration } from './configuration.ts'
import { ConfigurationError } from './configuration-error.ts'
import { configurationFromUrl, loadConfiguration } from './load.ts'

const environment = { CONNECTOR_TOKEN: 'connector-token', DEST_TOKEN: 'destination-token', EMPTY: '', SPACED: 'a b' }

/** Writes the files, loads `touchstone.yaml`, and gives the outcome with the folder's path taken out. */
const load = async (
  yaml: string,
  files: Readonly<Record<string, string>> = {},
): Promise<{ configuration?: Configuration; problems: readonly string[] }> => {
  const folder = await mkdtemp(join(tmpdir(), 'load-test-'))
  try {
    await mkdir(join(folder, 'sub'))
    for (const [name, text] of Object.entries({ ...files, 'touchstone.yaml': yaml }))
      await writeFile(join(folder, name), text)
    const configuration = await loadConfiguration(join(folder, 'touchstone.yaml'), environment)
    return { configuration: JSON.parse(JSON.stringify(configuration).replaceAll(folder, '/folder')), problems: [] }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    assert.is(error.message, error.problems.join('\n'))
    return { problems: error.problems.map((line) => line.replaceAll(`${folder}/`, '')) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const expectProblems = async (yaml: string, ...expected: readonly string[]): Promise<void> => {
  assert.equal(
    (await load(yaml)).problems,
    expected.map((line) => `touchstone.yaml:${line}`),
  )
}

const connector = 'connector: { url: "http://127.0.0.1:18787", token: { env: CONNECTOR_TOKEN } }\n'

test('a complete configuration is read with absolute paths and its placeholders in place', async () => {
  const { configuration, problems } = await load(
    `
connector:
  url: http://127.0.0.1:18787/
  token: { file: token }
  ca: { file: ca.pem }
process:
  command: [python3, connector.py]
  cwd: sub
  env: { PORT: "18787", STATE_DIR: "\${work}/state", DESTINATION_TOKEN: "\${destination.token}" }
destination:
  upstream: http://127.0.0.1:18055
  listen: 127.0.0.1:18056
  write: { method: POST, path: /api/articles }
  token: { env: DEST_TOKEN }
  health: [ { method: GET, path: /healthz } ]
  items:
    request: { path: "/api/articles?q=\${marker}", headers: { authorization: "Bearer \${destination.token}" } }
    at: /items
    id: /id
logs: { from: { files: [a.log] } }
profiles: [ { id: blog.post, settings: { status: draft } } ]
builtin_providers: [mastodon]
connection: { workspace_id: w-1 }
deadline_s: 60
`,
    { token: ' connector-token\n', 'ca.pem': '-----BEGIN CERTIFICATE-----' },
  )
  assert.equal(problems, [])
  assert.equal(configuration, {
    folder: '/folder',
    connector: { url: 'http://127.0.0.1:18787', token: 'connector-token', ca: '-----BEGIN CERTIFICATE-----' },
    process: {
      kind: 'own',
      command: ['python3', 'connector.py'],
      cwd: '/folder/sub',
      env: { PORT: '18787', STATE_DIR: '${work}/state', DESTINATION_TOKEN: '${destination.token}' },
      readyWithinMs: 15_000,
    },
    destination: {
      from: { kind: 'upstream', url: 'http://127.0.0.1:18055' },
      listen: { host: '127.0.0.1', port: 18_056 },
      write: { method: 'POST', path: '/api/articles' },
      token: 'destination-token',
      health: [{ method: 'GET', path: '/healthz' }],
      items: {
        kind: 'request',
        method: 'GET',
        path: '/api/articles?q=${marker}',
        headers: { authorization: 'Bearer ${destination.token}' },
        at: '/items',
        id: '/id',
      },
    },
    logs: { from: 'files', files: ['/folder/a.log'] },
    profiles: [{ id: 'blog.post', settings: { status: 'draft' } }],
    builtinProviders: ['mastodon'],
    connection: { workspaceId: 'w-1' },
    deadlineMs: 60_000,
    secretVariables: ['DEST_TOKEN'],
  })
})

test('a URL and a token are enough, and JSON with tabs is as good as YAML', async () => {
  const json =
    '{\n\t"connector": {\n\t\t"url": "https:\\/\\/example.org", "token": { "env": "CONNECTOR_TOKEN" }\n\t}\n}'
  assert.equal((await load(json)).configuration, {
    folder: '/folder',
    connector: { url: 'https://example.org', token: 'connector-token' },
    profiles: 'all',
    builtinProviders: [],
    connection: {},
    deadlineMs: 300_000,
    secretVariables: ['CONNECTOR_TOKEN'],
  })
})

test('with a command of our own the token may be left out and its output is the log', async () => {
  const { configuration } = await load('connector: { url: "unix:c.sock" }\nprocess: { command: [a] }')
  assert.equal(configuration?.connector, { url: 'unix:/folder/c.sock' })
  assert.equal(configuration?.logs, { from: 'process' })
})

test('logs may be given short and long', async () => {
  for (const [given, expected] of [
    ['none', { from: 'none' }],
    ['{ from: none }', { from: 'none' }],
    ['{ command: [a, b] }', { from: 'command', command: ['a', 'b'] }],
    ['{ from: { command: [a, b] } }', { from: 'command', command: ['a', 'b'] }],
    ['{ files: [/a.log] }', { from: 'files', files: ['/a.log'] }],
  ] as const) {
    assert.equal((await load(`${connector}logs: ${given}`)).configuration?.logs, expected, given)
  }
})

test('a connector that runs elsewhere is operated by commands', async () => {
  const { configuration } = await load(
    `${connector}process: { commands: { kill: [docker, kill, c1], start: [docker, start, c1] }, ready_within_ms: 5 }`,
  )
  assert.equal(configuration?.process, {
    kind: 'commands',
    kill: ['docker', 'kill', 'c1'],
    start: ['docker', 'start', 'c1'],
    cwd: '/folder',
    readyWithinMs: 5,
  })
  assert.is(configuration?.logs, undefined)
})

test('everything that is wrong with the form is listed from top to bottom', () =>
  expectProblems(
    `conector: { url: x }
connector:
  token: abc
process:
  command: node x.js
  commands: { kill: [a], strat: [b] }
  env: { PORT: 18787, "A B": x }
destination:
  simulate: genric
  upstream: http://x
  write: { method: post, path: /x?y }
  items: { request: { path: /x } }
logs: { from: proces }
profiles: al
deadline_s: 0
builtin_providers:
`,
    '1:1: conector: unknown key; did you mean connector?',
    '2:1: connector.url: is missing; expected a URL such as http://127.0.0.1:18787 or unix:/run/connector.sock',
    '3:3: connector.token: expected { env: NAME } or { file: PATH }, got a string; a token never stands here itself',
    '4:1: process: give exactly one of command, commands; command and commands are given',
    '5:3: process.command: expected a list of arguments such as [docker, start, c1], got a string; no shell reads it',
    '6:3: process.commands.start: is missing; expected a list of arguments such as [docker, start, c1]; no shell reads it',
    '6:26: process.commands.strat: unknown key; did you mean start?',
    '7:10: process.env.PORT: expected a string, got a number; put it in quotes',
    '7:23: process.env.A B: is not the name of an environment variable',
    '8:1: destination: give exactly one of upstream, handlers, simulate; upstream and simulate are given',
    '9:3: destination.simulate: unknown value; did you mean generic?',
    '11:12: destination.write.method: expected an HTTP method in capital letters, got another string',
    '11:26: destination.write.path: expected an absolute path without query, got another string',
    '12:3: destination.items: request needs at beside it',
    '13:9: logs.from: unknown value; did you mean process?',
    '14:1: profiles: unknown value; did you mean all?',
    '15:1: deadline_s: expected a whole number of seconds between 1 and 86400, got another number',
    '16:1: builtin_providers: expected a list of provider ids, got nothing',
  ))

test('a slip in a key of which exactly one is asked for is told as such', async () => {
  const expectOnly = (yaml: string, expected: string): Promise<void> => expectProblems(`${connector}${yaml}`, expected)
  await expectOnly(
    'destination: { simulat: generic }',
    '2:16: destination.simulat: unknown key; did you mean simulate?',
  )
  await expectOnly(
    'destination: { upstraem: "http://x", token: { env: DEST_TOKEN } }',
    '2:16: destination.upstraem: unknown key; did you mean upstream?',
  )
  await expectOnly('process: { comand: [a] }', '2:12: process.comand: unknown key; did you mean command?')
  await expectOnly('logs: { fils: [a] }', '2:9: logs.fils: unknown key; did you mean files?')
  await expectProblems(
    `${connector}process: { cdw: . }`,
    '2:1: process: give exactly one of command, commands; none is given',
    '2:12: process.cdw: unknown key; did you mean cwd?',
  )
})

test('a word where a mapping or a word may stand is judged by its kind', async () => {
  await expectProblems(
    `${connector}logs: 5`,
    '2:1: logs: expected process, none, { files: [a.log] } or { command: [docker, logs, c1] }, got a number',
  )
  await expectProblems(`${connector}logs: {}`, '2:1: logs: give exactly one of from, files, command; none is given')
  await expectProblems(
    `${connector}profiles: []`,
    '2:1: profiles: expected all or a list such as [{ id: blog.post }], got an empty list',
  )
  await expectProblems(
    `${connector}profiles: [{ id: "" }]`,
    '2:14: profiles[0].id: expected the id of an output profile, got an empty string',
  )
})

test('a key that is like no other is answered with the known ones', () =>
  expectProblems(`${connector}connection: { zebra: 1 }`, '2:15: connection.zebra: unknown key; known: workspace_id'))

test('what is not a mapping is said to be something else', async () => {
  await expectProblems('just words', '1:1: expected a mapping with the key connector, got a string')
  await expectProblems('', '1:1: expected a mapping with the key connector, got nothing')
  await expectProblems('[1]', '1:1: expected a mapping with the key connector, got a list')
})

test('what YAML itself refuses, and what hides which value is in force, is reported with its place', async () => {
  await expectProblems(
    'connector:\n  url: a\n  url: b\n',
    '3:3: this key stands twice in one mapping; remove one of them',
  )
  await expectProblems(
    'connector: &c { url: "http://h" }\nprocess: *c\nlogs: !tag none',
    '2:10: an alias (*name) is not supported; write the value out',
    '3:7: a tag (!name) is not supported; remove it',
  )
  await expectProblems('connector:\n\turl: a', '2:1: indented with a tab; use spaces')
  await expectProblems(
    'a: [1\nb: 2',
    '2:1: not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]; indent the keys of one mapping alike, and close every [ and {',
  )
})

test('tokens come from the environment or a file, or not at all', async () => {
  const at = (token: string): string => `connector: { url: "http://h", token: { ${token} } }`
  await expectProblems(
    at('env: NOT_SET'),
    '1:40: connector.token.env: the environment variable NOT_SET is not set; set it with: export NOT_SET=…',
  )
  await expectProblems(
    at('env: EMPTY'),
    '1:40: connector.token.env: the environment variable EMPTY is empty; set it with: export EMPTY=…',
  )
  await expectProblems(
    at('env: SPACED'),
    '1:40: connector.token.env: the token has characters that an Authorization header cannot carry; use visible ASCII without spaces',
  )
  await expectProblems(
    at('file: nowhere'),
    '1:40: connector.token.file: the token file does not exist; paths start from the folder of the configuration file',
  )
  await expectProblems(at('file: sub'), '1:40: connector.token.file: the token file is a folder; name a file')
  assert.equal((await load(at('file: token'), { token: '\n' })).problems, [
    'touchstone.yaml:1:40: connector.token.file: the token file is empty; write the token into it',
  ])
  await expectProblems(
    at('env: A, file: b'),
    '1:31: connector.token: give exactly one of env, file; env and file are given',
  )
  await expectProblems(
    'connector: { url: "http://h" }\nprocess: { commands: { kill: [a], start: [b] } }',
    '1:1: connector.token: is missing; give { env: NAME } or { file: PATH }: without process.command the harness cannot make one',
  )
})

test('a URL is refused without being quoted', async () => {
  const at = (url: string): string => `connector: { url: "${url}", token: { env: CONNECTOR_TOKEN } }`
  const said = async (url: string, problem: string): Promise<void> =>
    expectProblems(at(url), `1:14: connector.url: ${problem}`)
  await said('h:1', 'is not an http: or https: URL; write it like http://127.0.0.1:18787')
  await said('/path', 'is not a URL; write it like http://127.0.0.1:18787')
  await said(
    'http://u:secret@h',
    'carries a user name or password; remove it and give the token as { env: NAME } or { file: PATH }',
  )
  await said('http://h/?', 'carries a query; remove everything from the ? on')
  await said('http://h/#x', 'carries a fragment; remove everything from the # on')
  await said(
    'http://h/connector%2Dtoken',
    'carries the token; remove it: the harness sends it in the Authorization header',
  )
  await said('unix:', 'names no socket; write it like unix:/run/connector.sock')
})

test('what only shows when the files are looked at is reported too', () =>
  expectProblems(
    `connector: { url: "http://h", token: { env: CONNECTOR_TOKEN }, ca: { file: touchstone.yaml } }
process: { commands: { kill: [a], start: [b] }, cwd: nowhere, env: { A: b } }
destination: { handlers: ./handlers.mjs, listen: "18056", items: { command: [a], at: /x } }
logs: process`,
    '1:70: connector.ca.file: holds no certificate; expected PEM text that begins with -----BEGIN CERTIFICATE-----',
    '2:49: process.cwd: is not an existing folder',
    '2:63: process.env: has no effect with process.commands; remove it',
    '3:16: destination.handlers: the module does not exist; paths start from the folder of the configuration file',
    '3:42: destination.listen: is not HOST:PORT; write it like 127.0.0.1:18056',
    '3:82: destination.items.at: has no effect with command, which prints the list itself; remove it',
    '4:1: logs: process needs process.command; for a connector that runs elsewhere give { files: … } or { command: … }',
  ))

test('a placeholder is known, has a value where it stands, and shows no token to others', () =>
  expectProblems(
    `connector: { url: "unix:/c.sock" }
process:
  command: [a, "\${connector.token}"]
  env:
    A: \${conector.token}
    B: \${zebra}
    C: \${work
    D: \${marker}
    E: \${destination.url}
    F: \${connector.port}
    G: $\${zebra}
`,
    '3:16: process.command[1]: ${connector.token} cannot stand here: every user of the machine can read arguments; pass it in process.env',
    '5:5: process.env.A: unknown placeholder ${conector.token}; did you mean ${connector.token}?',
    '6:5: process.env.B: unknown placeholder ${zebra}; known: connector.url, connector.port, destination.url, work, connector.token, destination.token; write $${ for a plain ${',
    '7:5: process.env.C: ${ is never closed; write }, or $${ for a plain ${',
    '8:5: process.env.D: ${marker} has no value here; known: connector.url, connector.port, destination.url, work, connector.token, destination.token',
    '9:5: process.env.E: ${destination.url} needs the section destination',
    '10:5: process.env.F: ${connector.port} has no value: connector.url is a unix: socket; use ${connector.url}',
  ))

test('a token of the destination is only asked for where the harness cannot make one', async () => {
  const using = (source: string): string =>
    `connector: { url: "http://h" }\nprocess: { command: [a], env: { A: "\${destination.token}" } }\ndestination: { ${source} }`
  assert.equal((await load(using('simulate: generic'))).problems, [])
  await expectProblems(
    using('upstream: "http://h"'),
    '2:33: process.env.A: ${destination.token} needs destination.token',
  )
})

test('a file that cannot be read is named', async () => {
  const problem = async (file: string): Promise<string> =>
    loadConfiguration(file, {}).then(
      () => '',
      (error: Error) => error.message,
    )
  assert.is(await problem('no\u001bwhere.yaml'), 'no\\u001bwhere.yaml: no such file; write one with: touchstone init')
  assert.is(await problem('.'), '.: the file is a folder; name a file')
})

test('a URL and a token from the command line are judged alike', () => {
  const { connector: made, profiles } = configurationFromUrl('http://127.0.0.1:1/', 'secret-token')
  assert.equal({ made, profiles }, { made: { url: 'http://127.0.0.1:1', token: 'secret-token' }, profiles: 'all' })
  assert.throws(
    () => configurationFromUrl('http://h/secret-token?x', 'secret-token'),
    (error: Error) =>
      error instanceof ConfigurationError &&
      error.message ===
        'connector URL: carries a query; remove everything from the ? on\nconnector URL: carries the token; remove it',
  )
  assert.throws(() => configurationFromUrl('http://h', ''), 'connector token: the token is empty')
})

test.run()
