import process from 'node:process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { variantEntry } from '../../fixtures/index.ts'
import { configuration, testInPlace } from '../cli.test.support.ts'

const revision = '0123456789abcdef0123456789abcdef01234567'
const certify = ['certify', '--seed', '7', '--revision', revision] as const

const section = `certification:
  operator: Ada
  app: main
  deployment_environment: local
  provider_environment: sandbox
`

interface RecordsDocument {
  readonly results: {
    readonly cases: readonly { readonly id: string; readonly level: string; readonly verdict: string }[]
  }
  readonly records: readonly { readonly result: string; readonly artifact_digest: string }[]
  readonly lacking: readonly string[]
}

const musts = ({ results: { cases } }: RecordsDocument): readonly string[] =>
  cases.filter(({ level }) => level === 'must').map(({ id, verdict }) => `${id}: ${verdict}`)

const artifacts = ({ records }: RecordsDocument): readonly string[] =>
  records.map(({ artifact_digest }) => artifact_digest)

testInPlace(
  'a connector that breaks a rule gets records that say so, and the same seed the same artifact',
  async (place) => {
    const command = [process.execPath, variantEntry, 'authentication-letter-case']
    await place.write('touchstone.yaml', await configuration({ command, more: section }))
    const ended = await place.run([...certify, '--json'])
    assert.is(ended.code, 1, ended.err)
    const first = JSON.parse(ended.out) as RecordsDocument
    assert.ok(first.records.length > 0, first.lacking.join('\n'))
    assert.ok(first.records.every(({ result }) => result === 'failed'))
    const again = JSON.parse((await place.run([...certify, '--json'])).out) as RecordsDocument
    assert.equal(musts(again), musts(first))
    assert.equal(artifacts(again), artifacts(first))
  },
)

test.run()
