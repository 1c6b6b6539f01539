import { readFile } from 'node:fs/promises'
import process from 'node:process'
import {
  bodiesOf,
  type CertificationCheckBody,
  type CertificationRunBody,
  inTotoStatement,
  ledgerNames,
  readBody,
  readRecordFile,
  signBody,
  type TrustedKey,
  verifyRecordFile,
} from '../../ledger/record/index.ts'
import {
  appendNextCheckpoint,
  type Appended,
  type Batch,
  initStore,
  type LedgerStore,
  openStore,
  readHeld,
  shownPlace,
  type Verification,
  verifyLedgers,
  writeHeld,
} from '../../ledger/store/index.ts'
import { openFingerprints, openSigningKey, trustedKeys } from '../ledger/keys-folder.ts'
import { verifyProgress } from '../ledger/progress.ts'
import { readSingle, type Single } from '../ledger/single-record.ts'
import { onLedgers } from '../ledger/trouble.ts'
import { verificationReport } from '../ledger/verification-report.ts'
import { UsageError } from '../usage-error.ts'
import type { Arguments } from './index.ts'

/** Every action gives its exit code: 0, 1 for ledgers or records that are not as they should be, 2 for usage. */

export const init = (options: Arguments): Promise<number> =>
  onLedgers(async () => {
    await initStore(ledgerOf(options))
    print(`the ledgers are ready at ${await shownPlace(ledgerOf(options))}\n`)
    return 0
  })

export const append = (options: Arguments): Promise<number> =>
  onLedgers(async () => {
    const files = (options['files'] as readonly unknown[]).map(String)
    const trusted = await trustedOf(options)
    const now = new Date().toISOString()
    const batches: Batch[] = []
    for (const file of files) batches.push(await verifiedBatch(file, trusted, now))
    await using store = await openStore(ledgerOf(options))
    print((await store.append(batches)).map(appendedLine).join(''))
    return 0
  })

export const single = (kind: Single, options: Arguments): Promise<number> =>
  onLedgers(async () => {
    const keys = String(options['keys'])
    const now = Date.now()
    const fingerprintKey = await openFingerprints(keys)
    const body = await readSingle(kind, String(options['file']), fingerprintKey, String(options['operator']), now)
    await using store = await openStore(ledgerOf(options))
    const signed = signBody(await openSigningKey(keys, 'admin'), body)
    print((await store.append([[signed]])).map(appendedLine).join(''))
    return 0
  })

export const verify = (options: Arguments): Promise<number> =>
  onLedgers(async () => {
    const wanted = options['held']
    const file = typeof wanted === 'string' ? wanted : 'touchstone-checkpoint.json'
    const held = await readHeld(file)
    if (held === undefined && typeof wanted === 'string') throw new UsageError(`--held ${file}: there is no such file`)
    const trusted = await trustedOf(options)
    await using store = await openStore(ledgerOf(options), { readonly: true })
    const verification = await verifyShown(store, trusted, held, options)
    const text =
      options['json'] === true
        ? `${JSON.stringify(verification, undefined, 2)}\n`
        : verificationReport(verification, await shownPlace(ledgerOf(options)), file)
    print(text)
    return verification.ok ? 0 : 1
  })

export const checkpoint = (options: Arguments): Promise<number> =>
  onLedgers(async () => {
    const file = String(options['out'])
    const held = await readHeld(file)
    await using store = await openStore(ledgerOf(options))
    // Before the list is read, on which the key is put when it is new.
    const key = await openSigningKey(String(options['keys']), 'ledger')
    const verification = await verifyShown(store, await trustedOf(options), held, options)
    if (!verification.ok) {
      print(verificationReport(verification, await shownPlace(ledgerOf(options)), file))
      process.stderr.write('touchstone: nothing was signed\n')
      return 1
    }
    const { seq, envelope } = await appendNextCheckpoint(store, verification, key, Date.now())
    await writeHeld(file, envelope)
    const total = verification.heads.reduce((sum, { size }) => sum + size, 0)
    print(
      `checkpoint ${seq} over ${total} records is in the ledger and in ${file}; keep that file where the ledger is not\n`,
    )
    return 0
  })

export const exportAll = (options: Arguments): Promise<number> =>
  onLedgers(async () => {
    await using store = await openStore(ledgerOf(options), { readonly: true })
    for await (const line of options['in-toto'] === true ? statements(store) : everything(store)) {
      // Waits for a slow reader instead of keeping the whole ledger in memory.
      if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await drained()
    }
    return 0
  })

async function verifiedBatch(file: string, trusted: readonly TrustedKey[], now: string): Promise<Batch> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read (${error.code ?? 'unknown reason'})`)
  })
  const wrong = verifyRecordFile(text, trusted, now).filter(({ ok }) => !ok)
  if (wrong.length > 0) {
    const says = wrong.map((each) => `${each.what}: ${each.says}`).join('; ')
    throw new UsageError(`${file} does not verify, and nothing was appended: ${says}`)
  }
  return bodiesOf(readRecordFile(text))
}

function verifyShown(
  store: LedgerStore,
  trusted: readonly TrustedKey[],
  held: string | undefined,
  options: Arguments,
): Promise<Verification> {
  const progress = verifyProgress(options)
  return verifyLedgers(store, {
    trusted,
    ...(held === undefined ? {} : { held }),
    onProgress: progress.tell,
  }).finally(progress.end)
}

async function* everything(store: LedgerStore): AsyncGenerator<unknown> {
  for (const ledger of ledgerNames) yield* store.read(ledger)
  for await (const { seq, envelope } of store.checkpoints()) yield { checkpoint: seq, envelope }
}

async function* statements(store: LedgerStore): AsyncGenerator<unknown> {
  for await (const { body } of store.read('certification_run')) {
    const run = readBody(body) as CertificationRunBody
    const checks = (await store.checksOf(run.id)).map((check) => readBody(check.body) as CertificationCheckBody)
    yield inTotoStatement(run, checks)
  }
}

const appendedLine = ({ ledger, id, seq, isNew }: Appended): string =>
  `${ledger} ${seq} ${id}${isNew ? '' : ' (was there already)'}\n`

const trustedOf = ({ keys, trusted }: Arguments): Promise<readonly TrustedKey[]> =>
  trustedKeys(String(keys), typeof trusted === 'string' ? trusted : undefined)

const ledgerOf = ({ ledger }: Arguments): string => String(ledger)
const print = (text: string): void => void process.stdout.write(text)
const drained = (): Promise<void> => new Promise((resolve) => void process.stdout.once('drain', () => resolve()))
