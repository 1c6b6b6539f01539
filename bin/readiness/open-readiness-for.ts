import process from 'node:process'
import { openReadiness, readSources, type Readiness, type ReadinessOptions } from '../../ledger/readiness/index.ts'
import { readFingerprintKey, RecordError, type TrustedKey } from '../../ledger/record/index.ts'
import { LedgerError, type LedgerStore, openStore, readHeld } from '../../ledger/store/index.ts'
import { ConfigurationError } from '../../harness/target/index.ts'
import { digestOfRequirements, requirements } from '../../suites/index.ts'
import type { Arguments } from '../commands/index.ts'
import { fingerprintKeyFile, trustedKeys } from '../ledger/keys-folder.ts'
import { verifyProgress } from '../ledger/progress.ts'
import { UsageError } from '../usage-error.ts'

export interface OpenedReadiness extends AsyncDisposable {
  readonly readiness: Readiness
  /** Undefined where it could not be opened. */
  readonly store: LedgerStore | undefined
}

/**
 * The readiness that `--ledger`, `--sources`, `--keys`, `--trusted` and `--held` name. A wrong file or URL is a usage
 * error, and so is a ledger that is not there; one that is there and cannot be read, or a key that cannot be had, is not:
 * then nothing is permitted, and `trouble` says why.
 */
export async function openReadinessFor(options: Arguments): Promise<OpenedReadiness> {
  const sources = await readSources(String(options['sources']), process.env).catch((error: unknown) => {
    throw error instanceof ConfigurationError ? new UsageError(error.message) : error
  })
  const trusted = await trustedFor(options)
  const { store, trouble } = await storeAt(String(options['ledger']))
  const progress = verifyProgress(options)
  const keyed = await keyIn(String(options['keys']))
  const readiness = await openReadiness({
    sources,
    store,
    trusted,
    ...keyed,
    requirements_digest: digestOfRequirements(requirements),
    onProgress: progress.tell,
    ...(trouble === undefined ? {} : { trouble }),
    ...(await heldIn(options['held'])),
  })
  progress.end()
  return {
    readiness,
    store,
    async [Symbol.asyncDispose]() {
      await store?.[Symbol.asyncDispose]()
    },
  }
}

const trustedFor = ({ keys, trusted }: Arguments): Promise<readonly TrustedKey[]> =>
  trustedKeys(String(keys), typeof trusted === 'string' ? trusted : undefined).catch(asUsage)

async function heldIn(file: unknown): Promise<{ readonly held?: string }> {
  if (typeof file !== 'string') return {}
  const held = await readHeld(file).catch(asUsage)
  if (held === undefined) throw new UsageError(`there is no checkpoint at ${file}; touchstone ledger checkpoint`)
  return { held }
}

async function storeAt(url: string): Promise<{ readonly store: LedgerStore | undefined; readonly trouble?: string }> {
  try {
    return { store: await openStore(url, { readonly: true }) }
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    if (error.code === 'unknown-url' || error.code === 'absent') throw new UsageError(error.message)
    return { store: undefined, trouble: error.message }
  }
}

async function keyIn(folder: string): Promise<Pick<ReadinessOptions, 'key' | 'keyTrouble'>> {
  try {
    return { key: await readFingerprintKey(fingerprintKeyFile(folder)) }
  } catch (error) {
    if (!(error instanceof RecordError)) throw error
    return { key: undefined, keyTrouble: error.message }
  }
}

function asUsage(error: unknown): never {
  throw error instanceof RecordError || error instanceof LedgerError ? new UsageError(error.message) : error
}
