import process from 'node:process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { referenceConnectorEntry, type Shape, startDestination, variantEntry } from '../../fixtures/index.ts'
import { lifecycle } from '../../harness/host/index.ts'
import { observeFreshTarget, type ObservedLifecycle } from '../../harness/run/index.ts'
import type { Configuration } from '../../harness/target/index.ts'
import { simulators } from '../drive.ts'
import { referenceConfiguration } from '../reference-configuration.ts'

interface Observed extends ObservedLifecycle {
  readonly starts: number
}

async function observe(
  entry: readonly string[],
  shape: Shape = 'immediate',
  change: (configuration: Configuration) => Configuration = (same) => same,
): Promise<Observed> {
  let starts = 0
  const configuration = await referenceConfiguration(shape, entry)
  const seen = await observeFreshTarget(
    change({ ...configuration, profiles: [{ id: 'note.short', settings: {} }] }),
    {
      environment: process.env,
      simulators,
      recorded: ({ type }) => void (starts += Number(type === 'up')),
    },
    AbortSignal.timeout(60_000),
  )
  return { ...seen, starts }
}

const variant = (id: string): readonly string[] => [variantEntry, id]

/** The four results that can fail, as letters, immediate and scheduled. */
const letters = ({ subjects }: ObservedLifecycle): readonly string[] =>
  subjects.map(({ observed }) => {
    const judged = lifecycle(observed)
    if (judged.is === 'incomplete') return `missing ${judged.missing.join(', ')}`
    return judged.results
      .slice(0, 4)
      .map(({ result }) => result.charAt(0))
      .join('')
  })

for (const shape of ['immediate', 'asynchronous'] as const) {
  test(`the reference connector publishes at once and as scheduled, over a restart (${shape})`, async () => {
    const seen = await observe([referenceConnectorEntry], shape)
    assert.equal(letters(seen), ['pppp', 'pppp'])
    assert.is(seen.starts, 2)
    assert.equal(
      seen.subjects.map(({ profile, observed, published }) => [
        profile,
        observed.subject,
        observed.items,
        published?.accountId,
      ]),
      [
        ['note.short', 'immediate', 1, 'account-1'],
        ['note.short', 'scheduled', 1, 'account-1'],
      ],
    )
    assert.ok(seen.left.includes('note.article'))
  })
}

test('a connector that forgets its connections fails only what is published after the restart', async () => {
  const [immediate, scheduled] = letters(await observe(variant('restart-forgets-connections')))
  assert.is(immediate, 'pppp')
  assert.is(scheduled?.slice(2), 'ff')
})

test('a connector that has changed its revision over the restart is not published through, and why is said', async () => {
  const { subjects, ...seen } = await observe(variant('manifest-revision-per-boot'))
  assert.equal(letters({ ...seen, subjects }), ['pppp', 'missing publish, authorization'])
  assert.match(subjects[1]?.why ?? '', 'reconnect required')
})

test('a manifest that no service accepts keeps a host from connecting, and why is said', async () => {
  const { subjects, ...seen } = await observe(variant('manifest-media'))
  assert.equal(letters({ ...seen, subjects }), ['missing connect', 'missing connect'])
  assert.match(subjects[0]?.why ?? '', 'manifest')
})

test('where only the gate counts, one write is one item', async () => {
  await using destination = await startDestination({ token: 'destination-token-Ab3dEf6h', unique: true })
  const seen = await observe([referenceConnectorEntry], 'immediate', (configuration) => ({
    ...configuration,
    destination: {
      from: { kind: 'upstream', url: destination.url },
      token: 'destination-token-Ab3dEf6h',
      write: { method: 'POST', path: '/items' },
    },
  }))
  assert.equal(letters(seen), ['pppp', 'pppp'])
})

test.run()
