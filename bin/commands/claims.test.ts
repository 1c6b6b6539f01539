import { chmod, copyFile, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Claimable, claimable } from '../../ledger/claims/claimable.test.support.ts'
import { bindRelease, type GateProblem, projectionFileText, releaseManifestText } from '../../ledger/claims/index.ts'
import { capabilityDigest, trustedKeysText } from '../../ledger/record/index.ts'
import { openStore } from '../../ledger/store/index.ts'
import { anything, samples } from '../../ledger/store/sample-bodies.test.support.ts'
import { digestOfRequirements, requirements } from '../../suites/index.ts'
import { expectEnded, type Place, testInPlace } from '../cli.test.support.ts'

const profile = {
  id: 'blog.post',
  display_name: 'Post',
  profile: 'short_text',
  intents: ['post'],
  content: { required: true, max_length: 100 },
  media: { min_items: 0, max_items: 0 },
} as const

const manifest = {
  protocol_version: '1.0',
  implementation_version: '1.0.0',
  provider: { id: 'blog', display_name: 'Blog', description: 'A blog.' },
  capability_revision: 'one',
  connection: { modes: ['preconfigured'] },
  publishing: { output_profiles: [profile] },
  operations: { polling: false },
} as const

const sources = `edition: cloud
providers:
  - id: blog
    manifest: manifest.json
    app: { state: configured, source: environment, label: blog-app, provider_environment: production }
    accounts:
      - { id: acct-1, workspace_id: w-1, policy: allowed, grant: { state: valid } }
`

const head = '89abcdef0123456789abcdef0123456789abcdef'

/** A ledger that backs one claim, with its keys and a readiness file; the public keys are marked as for tests only. */
async function prepare(place: Place): Promise<void> {
  await using ledger = await claimableNow()
  await mkdir(join(place.path, 'touchstone-keys'))
  const secrets = {
    'fingerprint.key': `${Buffer.alloc(32, 7).toString('hex')}\n`,
    'ledger.pem': ledger.sample.keys.ledger.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  for (const [name, text] of Object.entries(secrets)) {
    await place.write(`touchstone-keys/${name}`, text)
    await chmod(join(place.path, 'touchstone-keys', name), 0o600)
  }
  await place.write('touchstone-keys/trusted-keys.json', listOf(ledger))
  await place.write('manifest.json', JSON.stringify(manifest))
  await place.write('readiness.yaml', sources)
  await copyLedger(ledger, place)
}

const claimableNow = (): Promise<Claimable> =>
  claimable({
    now: new Date().toISOString(),
    requirements_digest: digestOfRequirements(requirements),
    capability_digest: capabilityDigest(manifest, profile),
  })

const listOf = ({ sample }: Claimable): string =>
  trustedKeysText(sample.trusted.map((key) => ({ ...key, note: 'test-only' })))

async function copyLedger({ store, path }: Claimable, place: Place): Promise<void> {
  await store[Symbol.asyncDispose]()
  await copyFile(path, join(place.path, 'evidence.sqlite'))
}

/** The files of a release with one claim, and the list of those who vouch for it; no secret among them. */
async function released(place: Place): Promise<void> {
  await using ledger = await claimableNow()
  const { projection, claims } = await ledger.project()
  await mkdir(join(place.path, 'out'))
  await place.write('out/claims.json', claims)
  await place.write('out/projection.json', projectionFileText(ledger.sample.keys.ledger, projection))
  const manifestText = releaseManifestText(
    bindRelease(Buffer.from(claims), { version: 'v1.2.3', revision: head, claimCount: 1 }),
  )
  await place.write('release.json', manifestText)
  await place.write('trusted.json', listOf(ledger))
  await copyLedger(ledger, place)
}

const check = ['claims', 'check', '--claims', 'out/claims.json', '--head', head]
const projection = ['--projection', 'out/projection.json']
const trusted = ['--trusted', 'trusted.json']

testInPlace(
  'one claim is projected, bound and let through with the test keys, and refused with the shipped list',
  async (place) => {
    await prepare(place)
    const projected = await place.run(['claims', 'project', '--ledger', 'evidence.sqlite', '--out', 'out'])
    expectEnded(projected, 0, 'blog blog.post publish_immediate until', '1 claim in out/claims.json')
    const bind = ['claims', 'bind', '--claims', 'out/claims.json', '--version', 'v1.2.3', '--revision', head]
    expectEnded(await place.run(bind), 0, 'release.json binds out/claims.json to v1.2.3', '1 claim')
    const vouched = ['--trusted', 'touchstone-keys/trusted-keys.json', '--ledger', 'evidence.sqlite']
    expectEnded(await place.run([...check, ...projection, ...vouched]), 0, 'may be released: 1 claim')
    expectEnded(await place.run([...check, ...projection]), 1, 'G19-signed-projection', 'REFUSED: 1 problem')
  },
)

testInPlace(
  'a set is refused without its projection, for another revision, and when the projection is old',
  async (place) => {
    await released(place)
    const set = [...check, ...trusted]
    expectEnded(await place.run([...set, ...projection]), 0, 'may be released')
    expectEnded(await place.run(set), 1, 'G19-signed-projection', 'REFUSED: 1 problem')
    const other = set.map((word) => (word === head ? head.replace('8', '9') : word))
    expectEnded(await place.run([...other, ...projection]), 1, 'G6-release-identity', 'REFUSED: 1 problem')
    const later = new Date(Date.now() + 25 * 3_600_000).toISOString()
    expectEnded(await place.run([...set, ...projection, '--at', later]), 1, 'G19-signed-projection')
  },
)

testInPlace('a claim whose subject was disabled since is refused where the ledger is at hand', async (place) => {
  await released(place)
  await disableEverything(place)
  const found = await place.run([...check, ...projection, ...trusted, '--ledger', 'evidence.sqlite', '--json'])
  assert.is(found.err, '')
  const { ok, problems } = JSON.parse(found.out) as { readonly ok: boolean; readonly problems: readonly GateProblem[] }
  assert.is(ok, false)
  assert.equal(
    problems.map(({ rule }) => rule),
    ['G13-control'],
  )
})

async function disableEverything(place: Place): Promise<void> {
  await using store = await openStore(join(place.path, 'evidence.sqlite'))
  const at = new Date().toISOString()
  // Other ids than the records that are there, by the same keys.
  const disable = samples(8, 7).control({ ...anything, recorded_at: at, starts_at: at, state: 'disabled' })
  await store.append([[disable]])
}

testInPlace('a claims file that is a link, or has another beside it, is refused', async (place) => {
  await released(place)
  await copyFile(join(place.path, 'out/claims.json'), join(place.path, 'out/more.json'))
  expectEnded(await place.run([...check, ...projection, ...trusted]), 1, 'G8-one-file', 'more.json')
  await mkdir(join(place.path, 'elsewhere'))
  await symlink('../out/claims.json', join(place.path, 'elsewhere/claims.json'))
  const linked = check.map((word) => (word === 'out/claims.json' ? 'elsewhere/claims.json' : word))
  expectEnded(await place.run([...linked, ...projection, ...trusted]), 1, 'G8-one-file', 'not a link')
})

testInPlace('a ledger that does not verify gives no projection', async (place) => {
  await prepare(place)
  await place.write('touchstone-keys/trusted-keys.json', trustedKeysText(samples(99).trusted))
  const refused = await place.run(['claims', 'project', '--ledger', 'evidence.sqlite', '--out', 'out'])
  expectEnded(refused, 1, 'NOT VERIFIED', 'nothing was projected')
})

testInPlace('claims show prints what a page may say, and what is no claims file is named', async (place) => {
  await place.write('claims.json', '{\n  "schema_version": 1,\n  "claims": []\n}\n')
  expectEnded(await place.run(['claims', 'show', '--claims', 'claims.json']), 0, 'No claim is made')
  await place.write('claims.json', '{ "claims": [] }')
  expectEnded(await place.run(['claims', 'show', '--claims', 'claims.json']), 1, 'G2-exact-keys')
  expectEnded(
    await place.run(['claims', 'bind', '--claims', 'claims.json', '--version', 'v1.0.0', '--revision', head]),
    1,
    'G2-exact-keys',
  )
})

testInPlace('what cannot be read or understood is a usage error that names it', async (place) => {
  await place.write('claims.json', '{\n  "schema_version": 1,\n  "claims": []\n}\n')
  const claims = ['--claims', 'claims.json']
  await place.write('good.json', '{}')
  const wrong: readonly (readonly [words: readonly string[], says: string])[] = [
    [['check', ...claims, '--head', head], 'release.json cannot be read'],
    [['check', '--claims', 'none.json', '--head', head], 'none.json cannot be read'],
    [['check', ...claims, '--release', 'good.json', '--head', 'main'], '--head main: expected a full Git revision'],
    [['bind', ...claims, '--version', '1.0', '--revision', head], '--version 1.0: expected a stable version'],
  ]
  for (const [words, says] of wrong) expectEnded(await place.run(['claims', ...words]), 2, says)
  const at = ['claims', 'check', ...claims, '--head', head, '--release', 'good.json', '--at', 'soon']
  expectEnded(await place.run(at), 2, '--at soon: expected a time')
})

test.run()
