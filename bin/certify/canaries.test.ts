import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makeNeedles } from '../../harness/wire/needles.ts'
import { configuration, expectEnded, type Place, testInPlace } from '../cli.test.support.ts'

const revision = '0123456789abcdef0123456789abcdef01234567'
const certify = ['certify', '--seed', '7', '--revision', revision] as const

/** Each of them must stay out of everything that leaves the process. */
const canaries = {
  CONNECTOR_CANARY: 'cnryConnectorTokenQ7xV2mK9',
  DESTINATION_CANARY: 'cnryDestinationTokenZ4wT8pL3',
  ACCOUNT_ID: 'cnry-account-6f1d9b',
  ACCOUNT_NAME: 'cnry-username-3e8c2a',
  ITEM_URL: 'https://cnry-host-5b7d1f.example',
  operator: 'cnry.operator.9a4e@mail.example',
  app: 'cnry-app-label-2c6f8e',
  instance: 'https://cnry-instance-7d3b5a.example',
  workspace: 'cnry-workspace-1e9d4c',
  text: 'cnry-post-text-8b2f6d',
} as const

const section = `certification:
  operator: ${canaries.operator}
  app: ${canaries.app}
  instance: ${canaries.instance}
  deployment_environment: local
  provider_environment: sandbox
`

interface RecordsDocument {
  readonly records: readonly {
    readonly file: string
    readonly result: string
    readonly seq?: number
  }[]
  readonly lacking: readonly string[]
}

/** Every file below, with its bytes. */
async function filesBelow(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const)))
}

/** In whatever form: plain, escaped, percent-encoded, hexadecimal, base64. */
const expectWithout = (what: ReadonlyMap<string, Buffer>, values: Readonly<Record<string, string>>): void => {
  const needles = makeNeedles(Object.entries(values).map(([name, value]) => ({ name, value })))
  const found = [...what].flatMap(([path, bytes]) =>
    needles.search(bytes).map(({ name, encoding }) => `${name} as ${encoding} in ${path}`),
  )
  assert.equal(found, [])
}

async function canaryPlace(place: Place): Promise<Readonly<Record<string, string>>> {
  const connector = fileURLToPath(new URL('./canary-connector.test.script.js', import.meta.url))
  const yaml = await configuration({
    command: [process.execPath, connector],
    env: { ACCOUNT_ID: canaries.ACCOUNT_ID, ACCOUNT_NAME: canaries.ACCOUNT_NAME, ITEM_URL: canaries.ITEM_URL },
    destination: 'simulate: generic, token: { env: DESTINATION_CANARY }',
    more: `profiles: [{ id: note.short, content: ${canaries.text} }]
connection: { workspace_id: ${canaries.workspace} }
${section}`,
  })
  await place.write(
    'touchstone.yaml',
    yaml.replace('connector: { url', 'connector: { token: { env: CONNECTOR_CANARY }, url'),
  )
  return { CONNECTOR_CANARY: canaries.CONNECTOR_CANARY, DESTINATION_CANARY: canaries.DESTINATION_CANARY }
}

testInPlace(
  'a connector that conforms gets records that verify, in a ledger, with nothing in them but fingerprints',
  async (place) => {
    const env = await canaryPlace(place)
    expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0)
    const ended = await place.run([...certify, '--append', 'e.sqlite', '--json'], env)
    assert.is(ended.code, 0, ended.err)
    const document = JSON.parse(ended.out) as RecordsDocument
    assert.equal(
      document.records.map(({ file, result, seq }) => [file, result, seq]),
      [
        ['touchstone-out/records/1-note.short-immediate.json', 'passed', 1],
        ['touchstone-out/records/2-note.short-scheduled.json', 'passed', 2],
      ],
    )
    assert.is(document.lacking.length, 1)
    for (const { file } of document.records)
      expectEnded(await place.run(['record', 'verify', file]), 0, 'the record verifies')
    const verified = await place.run(['ledger', 'verify', 'e.sqlite'])
    expectEnded(verified, 0, 'certification_check 12 records', 'nothing was altered')
    const exported = await place.run(['ledger', 'export', 'e.sqlite'])
    const statements = await place.run(['ledger', 'export', 'e.sqlite', '--in-toto'])
    // Appended once more they are the same records.
    const files = document.records.map(({ file }) => file)
    expectEnded(await place.run(['ledger', 'append', 'e.sqlite', ...files]), 0, '(was there already)')

    const reports = await filesBelow(join(place.path, 'touchstone-out'))
    const told = new Map([
      ['standard output', Buffer.from(ended.out)],
      ['standard error', Buffer.from(ended.err)],
      ['an export', Buffer.from(exported.out)],
      ['the statements', Buffer.from(statements.out)],
      ['a verification', Buffer.from(verified.out)],
    ])
    const ledger = new Map(
      [...(await filesBelow(place.path))].filter(
        ([path]) => /e\.sqlite/.test(path) && !path.includes('touchstone-out'),
      ),
    )
    assert.ok(ledger.size > 0)
    const { ITEM_URL, ...everywhere } = canaries
    expectWithout(new Map([...reports, ...told, ...ledger]), everywhere)
    // Reports say where the connector listened, and the history what it answered; evidence does not.
    const [, port = ''] = /127\.0\.0\.1:(\d+)/.exec(await place.read('touchstone.yaml')) ?? []
    const records = [...reports].filter(([path]) => path.includes('records'))
    assert.is(records.length, 2)
    const evidence = [...told].filter(([name]) => name === 'an export' || name === 'the statements')
    expectWithout(new Map([...records.map(payloads), ...evidence, ...ledger]), {
      ITEM_URL,
      place: place.path,
      url: `http://127.0.0.1:${port}`,
    })
  },
)

/** What is signed is in base64 of its own alignment, which a search for a path need not find. */
function payloads([path, bytes]: readonly [string, Buffer]): readonly [string, Buffer] {
  const { run, checks } = JSON.parse(bytes.toString()) as {
    readonly run: { readonly payload: string }
    readonly checks: readonly { readonly payload: string }[]
  }
  return [path, Buffer.concat([run, ...checks].map(({ payload }) => Buffer.from(payload, 'base64')))]
}

test.run()
