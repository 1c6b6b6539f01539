import type { CertificationCheckBody, CertificationRunBody } from './body.ts'
import { complaintsAboutRun } from './complete-run.ts'
import { type Envelope, payloadTypes, verifyEnvelope } from './envelope.ts'
import { readBody } from './read-body.ts'
import { RecordError } from './record-error.ts'
import { bodiesOf, readRecordFile } from './record-file.ts'
import { secretLike } from './secret-like.ts'
import { roleOf } from './signed-body.ts'
import type { TrustedKey } from './trusted-keys.ts'

/** One thing that was looked at. */
export interface Finding {
  readonly what: 'file' | 'bodies' | 'whole' | 'signatures' | 'time' | 'secrets'
  readonly ok: boolean
  /** A sentence for people. */
  readonly says: string
}

/**
 * Everything that can be seen in a record file without a ledger. A file or bodies that cannot be read are the last finding:
 * there is nothing to look at behind them.
 * @param now `YYYY-MM-DDTHH:MM:SS.mmmZ`
 */
export function verifyRecordFile(text: string, trusted: readonly TrustedKey[], now: string): readonly Finding[] {
  const file = attempt(() => readRecordFile(text))
  if (!file.ok) return [finding('file', file.complaints, '')]
  const bodies = attempt(() => readBodies(bodiesOf(file.value).map(({ body }) => body)))
  const read = finding('file', [], 'one run and its checks, each key once, in the one form there is')
  if (!bodies.ok) return [read, finding('bodies', bodies.complaints, '')]
  const { run, checks } = bodies.value
  const signed = attempt(() => signersOf([file.value.run, ...file.value.checks], trusted))
  return [
    read,
    finding(
      'bodies',
      [],
      'canonical, with the fields and the words of their ledgers; the digest of the subject is its own',
    ),
    finding('whole', complaintsAboutRun(run, checks), `exactly the checks of the run, which ${run.result}`),
    signed.ok ? finding('signatures', [], signed.value) : finding('signatures', signed.complaints, ''),
    finding('time', aboutTime(run, checks, now), `tested ${run.tested_at}, good until ${run.expires_at}`),
    finding('secrets', [run, ...checks].flatMap(secretLike), 'nothing that looks like a token, URL, address or path'),
  ]
}

const finding = (what: Finding['what'], complaints: readonly string[], fine: string): Finding => ({
  what,
  ok: complaints.length === 0,
  says: complaints.length === 0 ? fine : complaints.join('; '),
})

interface Bodies {
  readonly run: CertificationRunBody
  readonly checks: readonly CertificationCheckBody[]
}

function readBodies(texts: readonly string[]): Bodies {
  const [run, ...checks] = texts.map(readBody)
  if (run?.ledger !== 'certification_run') throw new RecordError('run: expected the body of a certification run')
  if (!checks.every((check) => check.ledger === 'certification_check')) {
    throw new RecordError('checks: expected bodies of certification checks')
  }
  return { run, checks }
}

/** Who signed; throws unless every envelope was signed by the role that runs. */
function signersOf(envelopes: readonly Envelope[], trusted: readonly TrustedKey[]): string {
  const accepted = { payloadType: payloadTypes.record, role: roleOf('certification_run') }
  const keys = new Set(envelopes.flatMap((envelope) => verifyEnvelope(envelope, accepted, trusted).keys))
  const named = [...keys].map(({ keyid, role, note }) => `${role} ${keyid.slice(0, 23)}${note ? ` (${note})` : ''}`)
  return `signed by ${named.join(', ')}`
}

const aboutTime = (
  run: CertificationRunBody,
  checks: readonly CertificationCheckBody[],
  now: string,
): readonly string[] => [
  ...(run.expires_at <= now ? [`expired ${run.expires_at}`] : []),
  ...([run, ...checks].some(({ completed_at, recorded_at }) => completed_at > now || recorded_at > now)
    ? ['made later than now; the clock here or there is wrong']
    : []),
]

type Attempt<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly complaints: readonly string[] }

function attempt<Value>(act: () => Value): Attempt<Value> {
  try {
    return { ok: true, value: act() }
  } catch (error) {
    if (!(error instanceof RecordError)) throw error
    return { ok: false, complaints: error.complaints }
  }
}
