import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import {
  bindRelease,
  gateRules,
  judgeClaims,
  releaseManifestText,
  vouchingKeys,
  zeroClaimsDigest,
} from '../../ledger/claims/index.ts'
import { readTrustedKeys, sha256 } from '../../ledger/record/index.ts'
import { packageFolder } from '../certify/shipped.ts'
import { claimsFileAt } from './claims-file-at.ts'

/** What this repository says of claims itself. */

const at = (path: string): string => join(packageFolder, path)
const named = async (name: string): Promise<{ readonly name: string; readonly text: string }> => ({
  name,
  text: await readFile(at(name), 'utf8'),
})

test('the shipped claims file claims nothing, and is the one whose digest is known', async () => {
  assert.is(sha256(await readFile(at('docs/claims/claims.json'))), zeroClaimsDigest)
})

test('no key of the shipped list vouches for a claim', async () => {
  assert.equal(vouchingKeys(await readTrustedKeys(at('docs/claims/trusted-keys.json')), false), [])
})

test('the claims file, every page and both workflows pass the gate', async () => {
  const pages = (await readdir(at('docs'))).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)
  const file = await claimsFileAt(at('docs/claims/claims.json'))
  const head = '0'.repeat(40)
  const { problems } = judgeClaims({
    file,
    release: releaseManifestText(bindRelease(file.bytes, { version: 'v0.1.0', revision: head, claimCount: 0 })),
    head,
    trusted: [],
    requirements_digest: '',
    now: new Date().toISOString(),
    maxAgeHours: 24,
    surfaces: await Promise.all(['README.md', ...pages].map(named)),
    workflows: await Promise.all(['.ci/run', 'action.yml'].map(named)),
    atRest: true,
  })
  assert.equal(problems, [])
})

test('the page about the gate lists every rule in its own words', async () => {
  const { text } = await named('docs/release-gate.md')
  const listed = [...text.matchAll(/^\| `(G\d+-[a-z-]+)` +\| (.*?) +\|$/gm)].map(([, rule, says]) => [rule, says])
  assert.equal(Object.fromEntries(listed), { ...gateRules })
})

interface Step {
  readonly run: string
  readonly env?: Readonly<Record<string, string>>
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

/** Runs the last step of the action as GitHub would, with these inputs; gives exit code and output. */
async function runAction(inputs: Readonly<Record<string, string>>): Promise<readonly [code: number, out: string]> {
  const { inputs: known, runs } = parse(await readFile(at('action.yml'), 'utf8')) as Action
  const { run, env = {} } = runs.steps.at(-1) ?? { run: 'exit 99' }
  const values = Object.entries(env).map(([name, expression]) => {
    const [, input = ''] = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(expression) ?? []
    assert.ok(input in known, `${expression} names no input`)
    return [name, inputs[input] ?? known[input]?.default ?? '']
  })
  try {
    const { stdout } = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', run], {
      cwd: packageFolder,
      env: { PATH: process.env['PATH'], GITHUB_ACTION_PATH: packageFolder, ...Object.fromEntries(values) },
    })
    return [0, stdout]
  } catch (error) {
    const { code, stdout = '' } = error as { readonly code?: number; readonly stdout?: string }
    return [code ?? -1, stdout]
  }
}

test('the action binds and lets through what claims nothing, and refuses another revision', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'action-'))
  try {
    const release = join(folder, 'release.json')
    const inputs = { release, version: 'v1.2.3', revision: '1'.repeat(40), 'at-rest': 'true', surfaces: 'README.md\n' }
    const [code, out] = await runAction(inputs)
    assert.is(code, 0)
    assert.match(out, 'may be released: 0 claims')
    const [refused, why] = await runAction({ release, revision: '2'.repeat(40), workflows: 'package.json' })
    assert.is(refused, 1)
    assert.match(why, 'G6-release-identity')
    assert.match(why, 'G22-workflows')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('no input of the action is pasted into a script', async () => {
  const { runs } = parse(await readFile(at('action.yml'), 'utf8')) as Action
  assert.is(runs.using, 'composite')
  for (const { run } of runs.steps) assert.not.match(run, '${{')
})

test.run()
