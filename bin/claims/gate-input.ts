import { join } from 'node:path'
import process from 'node:process'
import { type GateInput, isRevision, type NamedText, vouchingKeys } from '../../ledger/claims/index.ts'
import { readTrustedKeys } from '../../ledger/record/index.ts'
import { digestOfRequirements, requirements } from '../../suites/index.ts'
import { checkoutAt } from '../certify/git-revision.ts'
import { packageFolder } from '../certify/shipped.ts'
import type { Arguments } from '../commands/index.ts'
import { UsageError } from '../usage-error.ts'
import { claimsFileAt } from './claims-file-at.ts'
import { readText } from './read-text.ts'

/** Everything that the gate looks at, as `claims check` names it. @throws UsageError */
export async function gateInputFor(options: Arguments): Promise<GateInput> {
  const { projection, trusted } = options
  const isNamed = typeof trusted === 'string'
  const list = await readTrustedKeys(isNamed ? trusted : join(packageFolder, 'docs', 'claims', 'trusted-keys.json'))
  return {
    file: await claimsFileAt(String(options['claims'])),
    release: await readText(String(options['release'])),
    head: await revisionFor(options['head'], '--head'),
    trusted: vouchingKeys(list, isNamed),
    requirements_digest: digestOfRequirements(requirements),
    now: timeFor(options['at']),
    maxAgeHours: hoursFor(options['maxAgeHours']),
    surfaces: await textsOf(options['surface']),
    workflows: await textsOf(options['workflow']),
    atRest: options['atRest'] === true,
    ...(typeof projection === 'string' ? { projection: await readText(projection) } : {}),
  }
}

/** The one that was given, else HEAD of the checkout that this runs in. @throws UsageError */
export async function revisionFor(given: unknown, option: string): Promise<string> {
  if (typeof given === 'string') {
    if (isRevision(given)) return given
    throw new UsageError(`${option} ${given}: expected a full Git revision, 40 hexadecimal digits`)
  }
  const checkout = await checkoutAt(process.cwd())
  if (checkout) return checkout.revision
  throw new UsageError(`this is no Git checkout with a commit; say with ${option} what is released`)
}

function timeFor(given: unknown): string {
  const time = typeof given === 'string' ? new Date(given) : new Date()
  if (Number.isNaN(time.getTime()))
    throw new UsageError(`--at ${String(given)}: expected a time like 2026-01-31T00:00:00Z`)
  return time.toISOString()
}

function hoursFor(given: unknown): number {
  const hours = Number(given)
  if (hours > 0 && hours <= 24 * 90) return hours
  throw new UsageError('--max-age-hours: expected a number above 0, and at most 2160')
}

async function textsOf(given: unknown): Promise<readonly NamedText[]> {
  const names = Array.isArray(given) ? given.map(String) : []
  return Promise.all(names.map(async (name) => ({ name, text: await readText(name) })))
}
