import { join } from 'node:path'
import process from 'node:process'
import {
  againstLedger,
  bindRelease,
  type Claim,
  claimsFrom,
  type ClaimsFile,
  type ClaimsProjection,
  currentCheckpoint,
  type GateInput,
  type GateProblem,
  gateRules,
  isStableVersion,
  judgeClaims,
  projectClaims,
  projectionFileText,
  readClaimsForm,
  releaseManifestText,
  surfaceText,
} from '../../ledger/claims/index.ts'
import { openEvidence, readSources } from '../../ledger/readiness/index.ts'
import { readFingerprintKey } from '../../ledger/record/index.ts'
import { openStore, readHeld, shownPlace, verifyLedgers, writeHeld } from '../../ledger/store/index.ts'
import { ConfigurationError } from '../../harness/target/index.ts'
import { digestOfRequirements, requirements } from '../../suites/index.ts'
import { claimsFileAt } from '../claims/claims-file-at.ts'
import { gateInputFor, revisionFor } from '../claims/gate-input.ts'
import { gateReport } from '../claims/gate-report.ts'
import { writeWhole } from '../claims/write-whole.ts'
import { fingerprintKeyFile, openSigningKey, trustedKeys } from '../ledger/keys-folder.ts'
import { verifyProgress } from '../ledger/progress.ts'
import { onLedgers } from '../ledger/trouble.ts'
import { verificationReport } from '../ledger/verification-report.ts'
import { makeFolders } from '../out-folder.ts'
import { whyNot } from '../why-not.ts'
import { UsageError } from '../usage-error.ts'
import type { Arguments } from './index.ts'

/** Every action gives its exit code: 0, 1 for claims or ledgers that are not as they should be, 2 for usage. */

export const project = (options: Arguments): Promise<number> =>
  onLedgers(async () => {
    const { keys, trusted: list, held: heldFile } = options
    const sources = await readSources(String(options['sources']), process.env).catch((error: unknown) => {
      throw error instanceof ConfigurationError ? new UsageError(error.message) : error
    })
    const key = await readFingerprintKey(fingerprintKeyFile(String(keys)))
    const held = typeof heldFile === 'string' ? await readHeld(heldFile) : undefined
    await using store = await openStore(String(options['ledger']))
    // Before the list is read, on which the key is put when it is new.
    const ledgerKey = await openSigningKey(String(keys), 'ledger')
    const trusted = await trustedKeys(String(keys), typeof list === 'string' ? list : undefined)
    const progress = verifyProgress(options)
    const verification = await verifyLedgers(store, {
      trusted,
      ...(held === undefined ? {} : { held }),
      onProgress: progress.tell,
    }).finally(progress.end)
    if (!verification.ok) {
      print(verificationReport(verification, await shownPlace(String(options['ledger'])), String(heldFile)))
      process.stderr.write('touchstone: nothing was projected\n')
      return 1
    }
    const checkpoint = await currentCheckpoint(store, verification, ledgerKey, Date.now())
    if (typeof heldFile === 'string') await writeHeld(heldFile, checkpoint)
    const verified = verification.heads.map(({ head, ...rest }) => ({ ...rest, hash: head }))
    const projection = await projectClaims(store, checkpoint, {
      sources,
      evidence: openEvidence({ store, trusted, verified, clock: Date.now }),
      key,
      requirements_digest: digestOfRequirements(requirements),
      now: new Date().toISOString(),
    })
    print(await written(projection, projectionFileText(ledgerKey, projection), String(options['out'])))
    return 0
  })

async function written(projection: ClaimsProjection, signed: string, folder: string): Promise<string> {
  const claims = claimsFrom(projection)
  await makeFolders(folder).catch((error: unknown) => {
    throw new UsageError(`--out ${folder}: nothing can be written there, because it ${whyNot(error)}`)
  })
  await writeWhole(join(folder, 'projection.json'), signed)
  await writeWhole(join(folder, 'claims.json'), claims)
  const lines = (JSON.parse(claims) as ClaimsFile).claims.map(claimLine)
  const count = `${lines.length} ${lines.length === 1 ? 'claim' : 'claims'}`
  return `${lines.join('')}${count} in ${join(folder, 'claims.json')}; what it rests on, signed, in ${join(folder, 'projection.json')}\n`
}

const claimLine = ({ subject, valid_until }: Claim): string =>
  `${subject.provider} ${subject.output_profile} ${subject.operation} until ${valid_until}\n`

export const bind = (options: Arguments): Promise<number> =>
  onLedgers(async () => {
    const version = String(options['version'])
    if (!isStableVersion(version)) throw new UsageError(`--version ${version}: expected a stable version, vX.Y.Z`)
    const revision = await revisionFor(options['revision'], '--revision')
    const path = String(options['claims'])
    const { bytes } = await claimsFileAt(path)
    const { file, problems } = readClaimsForm(bytes)
    if (!file) return refused(problems)
    const claimCount = file.claims.length
    const out = String(options['out'])
    await writeWhole(out, releaseManifestText(bindRelease(bytes, { version, revision, claimCount })))
    print(`${out} binds ${path} to ${version} at ${revision}: ${claimCount} ${claimCount === 1 ? 'claim' : 'claims'}\n`)
    return 0
  })

export const check = (options: Arguments): Promise<number> =>
  onLedgers(async () => {
    const input = await gateInputFor(options)
    const { claims, problems: ofFiles, projection } = judgeClaims(input)
    const problems = [...ofFiles, ...(await ledgerProblems(options['ledger'], projection, input))]
    const judged = { ok: problems.length === 0, claims, problems }
    print(
      options['json'] === true
        ? `${JSON.stringify(judged, undefined, 2)}\n`
        : gateReport(judged, input, String(options['claims'])),
    )
    return judged.ok ? 0 : 1
  })

/** Nothing of a projection that nobody vouches for is looked up. */
async function ledgerProblems(
  ledger: unknown,
  projection: ClaimsProjection | undefined,
  { trusted, now }: GateInput,
): Promise<readonly GateProblem[]> {
  if (typeof ledger !== 'string' || !projection) return []
  await using store = await openStore(ledger, { readonly: true })
  // Awaited here: the store is closed behind it.
  return await againstLedger(store, projection, trusted, now)
}

export const show = (options: Arguments): Promise<number> =>
  onLedgers(async () => {
    const { file, problems } = readClaimsForm((await claimsFileAt(String(options['claims']))).bytes)
    if (!file) return refused(problems)
    print(`${surfaceText(file.claims)}\n`)
    return 0
  })

function refused(problems: readonly GateProblem[]): number {
  for (const { rule, says } of problems) process.stderr.write(`touchstone: ${rule}: ${gateRules[rule]}: ${says}\n`)
  return 1
}

const print = (text: string): void => void process.stdout.write(text)
