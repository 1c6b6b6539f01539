import { compiled } from '../../harness/protocol/compiled.ts'
import { type LedgerName, ledgerNames } from './body.ts'
import { canonicalText, readCanonical } from './canonical.ts'
import { genesisHash } from './chain.ts'
import { sha256 } from './digests.ts'
import { closed, count, digest, exactly, type Field, hash, orNone, recordId, time } from './field.ts'
import { emptyRoot } from './merkle.ts'
import { RecordError } from './record-error.ts'
import { isTime } from './time.ts'

/** What one ledger was when the checkpoint was made. Hashes are 64 hexadecimal digits. */
export interface SignedHead {
  readonly ledger: LedgerName
  readonly size: number
  /** Hash of the last record; 64 zeros when there is none. */
  readonly head: string
  /** Merkle root over all records. */
  readonly root: string
}

type Sizes = { readonly [Name in LedgerName as `${Name}_size`]: number }
type Hashes = { readonly [Name in LedgerName as `${Name}_head` | `${Name}_root`]: string }

/** All four ledgers at one instant, so that none can be rolled back alone. Flat, as every body. */
export interface Checkpoint extends Sizes, Hashes {
  readonly v: 1
  /** Which ledger this is, chosen when it is made; nothing of the machine it is on. */
  readonly origin: string
  readonly issued_at: string
  /** Digest of the text of the one before; empty for the first. */
  readonly previous_checkpoint_digest: string
}

const headFields = (name: LedgerName): Readonly<Record<string, Field>> => ({
  [`${name}_size`]: count,
  [`${name}_head`]: hash,
  [`${name}_root`]: hash,
})

/** The schema of a checkpoint, rendered to `docs/schema/checkpoint.schema.json`. */
export const checkpointSchema: Field = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  description:
    'What the four ledgers were at one instant; signed by the ledger key and kept outside the database as well.',
  ...closed('checkpoint of the ledgers of touchstone', {
    v: exactly(1),
    origin: recordId,
    issued_at: time,
    previous_checkpoint_digest: orNone(digest),
    ...Object.assign({}, ...ledgerNames.map(headFields)),
  }),
}

const validator = compiled<Checkpoint>(checkpointSchema, { allErrors: true })

export const makeCheckpoint = (
  parts: Pick<Checkpoint, 'origin' | 'issued_at' | 'previous_checkpoint_digest'>,
  heads: readonly SignedHead[],
): Checkpoint =>
  ({
    v: 1,
    ...parts,
    ...Object.fromEntries(
      heads.flatMap(({ ledger, size, head, root }) => [
        [`${ledger}_size`, size],
        [`${ledger}_head`, head],
        [`${ledger}_root`, root],
      ]),
    ),
  }) as unknown as Checkpoint

/** In the order of {@link ledgerNames}. */
export const signedHeads = (checkpoint: Checkpoint): readonly SignedHead[] =>
  ledgerNames.map((ledger) => ({
    ledger,
    size: checkpoint[`${ledger}_size`],
    head: checkpoint[`${ledger}_head`],
    root: checkpoint[`${ledger}_root`],
  }))

/** The text to sign. @throws RecordError */
export function checkpointText(checkpoint: Checkpoint): string {
  const text = canonicalText(checkpoint)
  readCheckpoint(text)
  return text
}

/** @throws RecordError */
export function readCheckpoint(text: string): Checkpoint {
  const value: unknown = readCanonical(text)
  const validate = validator()
  if (!validate(value)) {
    throw new RecordError(
      (validate.errors ?? []).map(
        ({ instancePath, message }) => `checkpoint${instancePath} ${message ?? 'is invalid'}`,
      ),
    )
  }
  const complaints = aboutCheckpoint(value)
  if (complaints.length > 0) throw new RecordError(complaints)
  return value
}

/** Of the text as it was signed. */
export const checkpointDigest = (text: string): string => sha256(text)

/** Why `next` cannot come after `previous`; whether the ledger grew out of what it was, only its records can show. */
export function complaintsAboutSuccession(previousText: string, next: Checkpoint): readonly string[] {
  const previous = readCheckpoint(previousText)
  const before = signedHeads(previous)
  return [
    ...(next.origin === previous.origin ? [] : ['origin: expected that of the checkpoint before']),
    ...(next.previous_checkpoint_digest === checkpointDigest(previousText)
      ? []
      : ['previous_checkpoint_digest: expected the digest of the checkpoint before']),
    ...(next.issued_at >= previous.issued_at
      ? []
      : ['issued_at: expected no earlier than that of the checkpoint before']),
    ...signedHeads(next).flatMap((now, i) => aboutHeads(before[i], now)),
  ]
}

function aboutHeads(before: SignedHead | undefined, now: SignedHead): readonly string[] {
  if (!before || now.size > before.size) return []
  if (now.size < before.size) return [`${now.ledger}: expected no fewer records than in the checkpoint before`]
  return now.head === before.head && now.root === before.root
    ? []
    : [`${now.ledger}: expected the same head and root for the same number of records`]
}

const aboutCheckpoint = (checkpoint: Checkpoint): readonly string[] => [
  ...(isTime(checkpoint.issued_at) ? [] : ['issued_at: expected a day and a time that exist']),
  ...signedHeads(checkpoint).flatMap(({ ledger, size, head, root }) =>
    (size === 0) === (head === genesisHash) && (size === 0) === (root === emptyRoot)
      ? []
      : [`${ledger}: expected the head and the root of an empty ledger where, and only where, it has no records`],
  ),
]
