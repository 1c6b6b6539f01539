import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checkpointDigest, checkpointText, payloadTypes, RecordError, sealEnvelope } from '../record/index.ts'
import { checkpointIn } from './checkpoint-order.ts'
import { readHeld, writeHeld } from './held-file.ts'
import { samples } from './sample-bodies.test.support.ts'
import { checkpointAfter, inventedHeads } from './sample-checkpoints.test.support.ts'

const { ledger: key } = samples(1).keys
const small = checkpointAfter(key, undefined, inventedHeads(2))
const large = checkpointAfter(key, small, inventedHeads(5))

async function inFolder(body: (file: string, folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'held-'))
  try {
    await body(join(folder, 'held.json'), folder)
    assert.ok((await readdir(folder)).every((name) => name === 'held.json'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function refused(attempt: Promise<unknown>, part: string): Promise<void> {
  const thrown: unknown = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.instance(thrown, RecordError)
  assert.match((thrown as RecordError).message, part)
}

test('a checkpoint is held as it was signed, and replaced by a larger one of the same ledgers', async () => {
  await inFolder(async (file) => {
    assert.is(await readHeld(file), undefined)
    for (const envelope of [small, large, large]) {
      await writeHeld(file, envelope)
      assert.is(await readHeld(file), envelope)
    }
  })
})

test('a checkpoint of fewer records, or of other ledgers, replaces nothing', async () => {
  await inFolder(async (file) => {
    await writeHeld(file, large)
    await refused(writeHeld(file, small), 'of more records')
    const text = checkpointText({
      ...checkpointIn(large),
      origin: 'another-ledger',
      previous_checkpoint_digest: checkpointDigest('x'),
    })
    await refused(
      writeHeld(file, JSON.stringify(sealEnvelope(key, payloadTypes.checkpoint, text))),
      'of another ledger',
    )
    assert.is(await readHeld(file), large)
  })
})

test('what is no checkpoint is neither read nor overwritten', async () => {
  await inFolder(async (file, folder) => {
    await writeFile(file, 'notes of somebody')
    await refused(readHeld(file), 'is not a checkpoint')
    await refused(writeHeld(file, small), 'is not a checkpoint')
    await refused(readHeld(folder), 'cannot be read')
  })
})

test('a place where nothing can be written is named', async () => {
  await inFolder(async (_, folder) => refused(writeHeld(join(folder, 'no', 'held.json'), small), 'cannot be written'))
})

test.run()
