import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { readFile, writeFile, rename } from 'node:fs/promises'
import { compiled } from '../../harness/protocol/compiled.ts'
import { closed, digest, exactly, type Field, oneOf, pattern } from './field.ts'
import { RecordError } from './record-error.ts'
import { unreadable } from './secret-file.ts'

/** What a key may sign: runs and checks, reviews and runtime controls, checkpoints. */
export const roles = ['runner', 'admin', 'ledger'] as const
export type Role = (typeof roles)[number]

/** A public key that is believed in one role, and in no other. */
export interface TrustedKey {
  readonly keyid: string
  readonly role: Role
  readonly publicKey: KeyObject
  /** For people, for instance `test-only`. */
  readonly note?: string
}

const listSchemaId = 'touchstone/trusted-keys/1'

/** The schema of a list of trusted keys, rendered to `docs/schema/trusted-keys.schema.json`. */
export const trustedKeysSchema: Field = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  description: 'Whose signatures are believed, and for what: a key stands once, with one role.',
  ...closed('list of trusted keys of touchstone', {
    schema: exactly(listSchemaId),
    keys: {
      type: 'array',
      title: 'keys',
      items: {
        ...closed('a trusted key', {
          keyid: digest,
          role: oneOf(roles),
          public_key: pattern('^[A-Za-z0-9+/]+={0,2}$', 'an Ed25519 public key: base64 of its SPKI DER'),
          note: pattern('^[^\\u0000-\\u001f\\u007f]{1,100}$', 'at most 100 characters on one line'),
        }),
        required: ['keyid', 'role', 'public_key'],
      },
    },
  }),
}

interface Listed {
  readonly keyid: string
  readonly role: Role
  readonly public_key: string
  readonly note?: string
}

const validator = compiled<{ readonly keys: readonly Listed[] }>(trustedKeysSchema)

/** @throws RecordError */
export async function readTrustedKeys(file: string): Promise<readonly TrustedKey[]> {
  return parseTrustedKeys(await readFile(file, 'utf8').catch(unreadable(file)), file)
}

/** @param name what messages call the list */
export function parseTrustedKeys(text: string, name: string): readonly TrustedKey[] {
  const value = parse(text, name)
  const validate = validator()
  if (!validate(value)) {
    const [first] = validate.errors ?? []
    throw new RecordError(
      `${name} is not a list of trusted keys: ${first?.instancePath || '/'} ${first?.message ?? ''}`,
    )
  }
  const keys = value.keys.map((listed, index) => trusted(listed, `${name}: /keys/${index}`))
  // One key in two roles would let a runner approve what it ran.
  if (new Set(keys.map(({ keyid }) => keyid)).size < keys.length) throw new RecordError(`${name}: a key stands twice`)
  return keys
}

/** The text of a list, for {@link readTrustedKeys}. */
export const trustedKeysText = (keys: readonly TrustedKey[]): string =>
  `${JSON.stringify({ schema: listSchemaId, keys: keys.map(listed) }, null, 2)}\n`

/** Adds a key to the list in a file, which is created when there is none. @throws RecordError when it is there in another role */
export async function trustKey(file: string, key: TrustedKey): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return trustedKeysText([])
    return unreadable(file)(error)
  })
  const known = parseTrustedKeys(text, file)
  const same = known.find(({ keyid }) => keyid === key.keyid)
  if (same && same.role !== key.role) throw new RecordError(`${file}: this key is trusted as ${same.role} already`)
  if (!same) await writeList(file, [...known, key])
}

/** Takes a key off the list in a file. */
export async function distrustKey(file: string, { keyid }: Pick<TrustedKey, 'keyid'>): Promise<void> {
  const known = await readTrustedKeys(file)
  await writeList(
    file,
    known.filter((each) => each.keyid !== keyid),
  )
}

async function writeList(file: string, keys: readonly TrustedKey[]): Promise<void> {
  await writeFile(`${file}.new`, trustedKeysText(keys), { flush: true })
  await rename(`${file}.new`, file)
}

/** Digest of the SPKI DER. */
export const keyidOf = (publicKey: KeyObject): string =>
  `sha256:${createHash('sha256').update(der(publicKey)).digest('hex')}`

const der = (publicKey: KeyObject): Buffer => publicKey.export({ type: 'spki', format: 'der' })

const listed = ({ keyid, role, publicKey, note }: TrustedKey): Listed => ({
  keyid,
  role,
  public_key: der(publicKey).toString('base64'),
  ...(note === undefined ? {} : { note }),
})

function trusted({ keyid, role, public_key, note }: Listed, name: string): TrustedKey {
  const publicKey = ed25519(public_key)
  if (!publicKey) throw new RecordError(`${name}: public_key is not an Ed25519 public key`)
  if (keyidOf(publicKey) !== keyid) throw new RecordError(`${name}: keyid is not the digest of public_key`)
  return { keyid, role, publicKey, ...(note === undefined ? {} : { note }) }
}

function ed25519(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new RecordError(`${name} is not JSON`, { cause: error })
  }
}
