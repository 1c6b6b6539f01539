import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ledgerNames } from './body.ts'
import { canonicalText } from './canonical.ts'
import { genesisHash } from './chain.ts'
import {
  type Checkpoint,
  checkpointDigest,
  checkpointText,
  complaintsAboutSuccession,
  makeCheckpoint,
  readCheckpoint,
  signedHeads,
} from './checkpoint.ts'
import { emptyRoot } from './merkle.ts'
import { RecordError } from './record-error.ts'

const empty = makeCheckpoint(
  { origin: 'ledger-00000001', issued_at: '2026-11-21T10:00:00.000Z', previous_checkpoint_digest: '' },
  ledgerNames.map((ledger) => ({ ledger, size: 0, head: genesisHash, root: emptyRoot })),
)

const next = (changes: Partial<Checkpoint> = {}): Checkpoint => ({
  ...empty,
  issued_at: '2026-11-21T11:00:00.000Z',
  previous_checkpoint_digest: checkpointDigest(checkpointText(empty)),
  certification_run_size: 2,
  certification_run_head: 'a'.repeat(64),
  certification_run_root: 'b'.repeat(64),
  ...changes,
})

const refused = (checkpoint: object): void =>
  assert.throws(
    () => readCheckpoint(canonicalText(checkpoint)),
    (error: unknown) => error instanceof RecordError,
  )

test('a checkpoint is read back as it was, with one head for each ledger', () => {
  assert.equal(readCheckpoint(checkpointText(next())), next())
  assert.equal(signedHeads(next())[1], {
    ledger: 'certification_run',
    size: 2,
    head: 'a'.repeat(64),
    root: 'b'.repeat(64),
  })
  assert.equal(
    signedHeads(empty).map(({ ledger }) => ledger),
    [...ledgerNames],
  )
})

test('a checkpoint lacks no field and has no other', () => {
  for (const key of Object.keys(empty)) {
    const { [key as keyof Checkpoint]: _, ...rest } = empty
    refused(rest)
    refused({ ...empty, [key]: true })
  }
  refused({ ...empty, more: 1 })
  refused({ ...empty, issued_at: '2026-02-30T00:00:00.000Z' })
})

test('an empty ledger has the head and root of an empty one, and no other has', () => {
  refused({ ...empty, runtime_control_size: 1 })
  refused({ ...empty, runtime_control_head: 'a'.repeat(64) })
  refused({ ...empty, runtime_control_root: 'a'.repeat(64) })
  assert.throws(() => checkpointText({ ...empty, runtime_control_size: 1 }), /runtime_control/)
})

test('ledgers only grow from one checkpoint to the next', () => {
  const before = checkpointText(empty)
  assert.equal(complaintsAboutSuccession(before, next()), [])
  const grown = checkpointText(next())
  const after = (changes: Partial<Checkpoint>): string =>
    complaintsAboutSuccession(grown, next({ previous_checkpoint_digest: checkpointDigest(grown), ...changes })).join(
      '\n',
    )
  assert.is(after({}), '')
  assert.is(
    after({
      certification_run_size: 3,
      certification_run_head: 'c'.repeat(64),
      certification_run_root: 'd'.repeat(64),
    }),
    '',
  )
  assert.match(after({ certification_run_size: 1 }), /certification_run.*fewer/)
  assert.match(after({ certification_run_head: 'c'.repeat(64) }), /certification_run.*same head/)
  assert.match(after({ certification_run_root: 'c'.repeat(64) }), /certification_run.*same head/)
  assert.match(after({ origin: 'ledger-00000002' }), /^origin/)
  assert.match(after({ previous_checkpoint_digest: checkpointDigest(before) }), /^previous_checkpoint_digest/)
  assert.match(after({ issued_at: '2026-11-21T10:59:59.999Z' }), /^issued_at/)
})

test.run()
