import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import {
  type Body,
  complaintsAbout,
  type FingerprintKey,
  fingerprints,
  freshId,
  operatorRef,
  sha256,
  type Subject,
  subjectFields,
} from '../../ledger/record/index.ts'
import { UsageError } from '../usage-error.ts'

export type Single = 'review' | 'control'

/** What a person writes; names and URLs leave as fingerprints only. */
const fields = {
  review: [
    'provider',
    'app',
    'provider_environment',
    'instance',
    'approval_state',
    'approval_tier',
    'source_ref',
    'source',
    'reviewed_at',
    'expires_at',
  ],
  control: [
    'provider',
    'app',
    'deployment_environment',
    'provider_environment',
    'instance',
    'account_kind',
    'output_profile',
    'operation',
    'policy_mode',
    'state',
    'reason_code',
    'starts_at',
    'expires_at',
  ],
} as const satisfies Record<Single, readonly string[]>

/**
 * The body of a review or a runtime control, from a YAML file.
 * @param now milliseconds since 1970
 * @throws UsageError that names every field that is missing, unknown or wrong
 */
export async function readSingle(
  kind: Single,
  file: string,
  key: FingerprintKey,
  operator: string,
  now: number,
): Promise<Body> {
  const written = await readYaml(file)
  const known: readonly string[] = fields[kind]
  const unknown = Object.keys(written).filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new UsageError(`${file}: unknown ${unknown.join(', ')}; there are ${known.join(', ')}`)
  }
  const body = bodyFrom(kind, written, key, operator, now)
  const complaints = complaintsAbout(body)
  if (complaints.length > 0) throw new UsageError(`${file}: ${complaints.join('; ')}`)
  return body as Body
}

type Written = Readonly<Record<string, unknown>>

async function readYaml(file: string): Promise<Written> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read (${error.code ?? 'unknown reason'})`)
  })
  try {
    const value: unknown = parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Written
  } catch (thrown) {
    throw new UsageError(`${file} is not YAML: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  }
  throw new UsageError(`${file}: expected the fields of the record, each on a line`)
}

/** Not yet looked at: whatever the file lacks is missing here, too. */
function bodyFrom(kind: Single, written: Written, key: FingerprintKey, operator: string, now: number): unknown {
  const { app, instance, source, ...plain } = written
  const of = fingerprints(key)
  const common = {
    v: 1,
    id: freshId(now),
    recorded_at: new Date(now).toISOString(),
    operator_ref: operatorRef(key, operator),
    fp_alg: 'hmac-sha256',
    fp_key_id: key.id,
  }
  const made = {
    app_fingerprint: typeof app === 'string' ? of.app({ provider: String(plain['provider']), app }) : '',
    instance_fingerprint: typeof instance === 'string' && instance !== '' ? of.instance(instance) : '',
  }
  if (kind === 'review') {
    return {
      ...common,
      ledger: 'approval_review',
      approval_tier: '',
      ...plain,
      ...made,
      source_digest: typeof source === 'string' ? sha256(source) : undefined,
    }
  }
  const anything = Object.fromEntries(subjectFields.map((field: keyof Subject) => [field, '']))
  const starts = { starts_at: common.recorded_at, expires_at: null }
  return { ...common, ledger: 'runtime_control', ...anything, ...starts, ...plain, ...made }
}
