import process from 'node:process'
import { Inconclusive } from '../../harness/checks/verdict.ts'
import { makePlan, observeFreshTarget, whyNotCertifiable } from '../../harness/run/index.ts'
import { type Configuration, ControlError, StartError } from '../../harness/target/index.ts'
import { type Certification, findingsOf, fingerprints } from '../../ledger/record/index.ts'
import { checks } from '../../suites/index.ts'
import { type Driven, type DriveOptions, driveThrough, simulators } from '../drive.ts'
import { worse } from '../worse-exit.ts'
import type { CertifyingKeys } from './keys.ts'
import { type Made, makeRecords } from './make-records.ts'
import type { Shipped } from './shipped.ts'
import type { Wanted } from './wanted.ts'
import { removeEarlierRecords, writeRecords } from './write-records.ts'

export interface LocalOptions extends Omit<DriveOptions, 'plan'> {
  readonly wanted: Wanted
  readonly revision: string
  readonly shipped: Shipped
  readonly keys: CertifyingKeys
}

/** What came of a certification; `code` is that of design §2. */
export interface Certified extends Made {
  readonly code: number
}

/** The full plan with every control, then the lifecycle on a fresh target: local evidence (R26–R29). */
export async function certifyLocally(options: LocalOptions): Promise<Certified> {
  const { configuration, settings, signal } = options
  const plan = makePlan(checks)
  const testedAt = Date.now()
  const began = performance.now()
  const driven = await driveThrough({ ...options, plan })
  await removeEarlierRecords(settings.out)
  const none = (why: readonly string[], code: number): Certified => ({ code, records: [], lacking: why })
  const reasons = whyNotCertifiable({ ...driven, plan, profiles: driven.profiles.length })
  if (reasons.length > 0) return none(reasons, driven.code === 0 ? 3 : driven.code)
  if (driven.code !== 0 && driven.code !== 1) return none(['the reports of the run could not be written'], driven.code)
  const seen = await observed(options, driven)
  if ('why' in seen) return none([seen.why], signal.aborted ? 130 : worse(driven.code, 3))

  const completedAt = testedAt + Math.ceil(performance.now() - began)
  const made = makeRecords(seen, options.keys, () => ({
    ...commonOf(options, seen.manifest.provider.id),
    evidence: { kind: 'local' },
    harness: { ...options.shipped, plan_digest: plan.digest },
    witness: witnessOf(configuration, driven.witness),
    findings: findingsOf(driven.results),
    testedAt,
    completedAt,
    expiresAt: testedAt + options.wanted.validityDays * dayMs,
  }))
  await writeRecords(settings.out, made.records, seen.manifestDocument, [driven.secrets, seen.secrets])
  return { ...made, lacking: [...made.lacking, ...seen.left.map(notDriven)], code: codeOf(made, driven.code) }
}

export const dayMs: number = 24 * 60 * 60 * 1000

/** Told, and no fault: the configuration chose. */
export const notDriven = (profile: string): string =>
  `${profile}: not driven; name it under profiles in touchstone.yaml`

/** The worst of what a run gave and what the records say. */
export function codeOf({ records, lacking }: Made, code: number): number {
  const failed = records.some(({ run }) => run.result === 'failed')
  return worse(worse(code, failed ? 1 : 0), lacking.length > 0 ? 3 : 0)
}

/** What both kinds of evidence record of whom. */
export function commonOf(
  { wanted, keys, revision }: Pick<LocalOptions, 'wanted' | 'keys' | 'revision'>,
  provider: string,
): Pick<Certification, 'key' | 'operator' | 'subject' | 'revision' | 'requiredScopes' | 'grantedScopes'> {
  const keyed = fingerprints(keys.fingerprint)
  return {
    key: keys.fingerprint,
    operator: wanted.operator,
    revision,
    requiredScopes: wanted.requiredScopes,
    grantedScopes: wanted.grantedScopes,
    subject: {
      provider,
      app_fingerprint: keyed.app({ provider, app: wanted.app }),
      deployment_environment: wanted.deploymentEnvironment,
      provider_environment: wanted.providerEnvironment,
      instance_fingerprint: wanted.instance === undefined ? '' : keyed.instance(wanted.instance),
      account_kind: wanted.accountKind,
      policy_mode: wanted.policyMode,
    },
  }
}

/** The word of a record for how items were counted. */
export function witnessOf({ destination }: Configuration, name: Driven['witness']): string {
  if (name === 'simulated') return 'simulated'
  if (name !== 'items') return 'gate-count'
  return destination?.items?.kind === 'command' ? 'items-command' : 'items-query'
}

type Observed = Awaited<ReturnType<typeof observeFreshTarget>> | { readonly why: string }

async function observed({ configuration, settings, signal }: LocalOptions, { write }: Driven): Promise<Observed> {
  if (settings.look.progress !== 'none') process.stderr.write('lifecycle: on a fresh start, without faults\n')
  const { destination } = configuration
  // What the run has learned: nothing is examined this time.
  const pinned = destination && write ? { ...configuration, destination: { ...destination, write } } : configuration
  const deadline = AbortSignal.timeout(settings.deadlineMs ?? configuration.deadlineMs)
  const options = { environment: process.env, simulators, recorded: () => undefined }
  try {
    return await observeFreshTarget(pinned, options, AbortSignal.any([signal, deadline]))
  } catch (thrown) {
    if (deadline.aborted && !signal.aborted) return { why: 'the lifecycle did not come to its end before the deadline' }
    const isTheirs = thrown instanceof Inconclusive || thrown instanceof StartError || thrown instanceof ControlError
    if (isTheirs || signal.aborted) return { why: thrown instanceof Error ? thrown.message : 'the run was interrupted' }
    throw thrown
  }
}
