import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { createSecretBook } from '../../harness/checks/secret-book.ts'
import { Inconclusive } from '../../harness/checks/verdict.ts'
import { type Lifecycle, lifecycle } from '../../harness/host/index.ts'
import {
  chooseProfiles,
  exactItems,
  type ObservedSubject,
  observeLifecycle,
  readOffer,
} from '../../harness/run/index.ts'
import {
  commandEnvironment,
  type Configuration,
  itemsByCommand,
  itemsByRequest,
  startWatchdog,
  type Witness,
  workFolder,
} from '../../harness/target/index.ts'
import { openWire } from '../../harness/wire/index.ts'
import { artifactDigest, type CaseFindings, normalizedCheck, sha256 } from '../../ledger/record/index.ts'
import { LedgerError } from '../../ledger/store/index.ts'
import { trustedKeys } from '../ledger/keys-folder.ts'
import { claimOutFolder } from '../out-folder.ts'
import type { RunSettings } from '../run-options.ts'
import { UsageError } from '../usage-error.ts'
import { currentReview } from './approval.ts'
import { expectNotDisabled } from './not-disabled.ts'
import type { CertifyingKeys } from './keys.ts'
import { type Certified, codeOf, commonOf, dayMs, notDriven, witnessOf } from './local.ts'
import { guardPosts, type PostGuard } from './guard-posts.ts'
import { makeRecords } from './make-records.ts'
import { postsLines } from './posts.ts'
import { publishElsewhere } from './publish-elsewhere.ts'
import type { Shipped } from './shipped.ts'
import type { Wanted } from './wanted.ts'
import { manifestText, removeEarlierRecords, writeRecords } from './write-records.ts'

export interface LiveOptions {
  readonly configuration: Configuration
  readonly settings: RunSettings
  readonly wanted: Wanted
  readonly revision: string
  readonly shipped: Shipped
  readonly keys: CertifyingKeys
  readonly signal: AbortSignal
}

/** R29: somebody else's connector before its real destination, under a review. @throws UsageError that says what is not */
export function expectLiveTarget(
  { process: started, destination, connection }: Configuration,
  { ledger }: Wanted,
): void {
  const from = destination?.from.kind
  const reasons = [
    ...(from === undefined ? ['destination.upstream must name the real destination, to count its items'] : []),
    ...(from === 'simulate' ? ['destination.simulate is no real destination; give destination.upstream'] : []),
    ...(from === 'handlers' ? ['destination.handlers is no real destination; give destination.upstream'] : []),
    ...(started?.kind === 'own'
      ? ['process.command would start the connector, and live evidence is of one that somebody else runs; leave it out']
      : []),
    ...(connection.workspaceId === undefined
      ? [
          'connection.workspace_id is missing: live evidence is of the account of one workspace, the workspace_id of readiness.yaml',
        ]
      : []),
    ...(ledger === undefined
      ? ['an approval review is needed: name the ledger that holds it with --append LEDGER or --ledger LEDGER']
      : []),
  ]
  if (reasons.length > 0) throw new UsageError(`no live evidence:\n${reasons.join('\n')}`)
}

/** The lifecycle at the real destination, without gate and faults: live evidence. Posts one item for each subject. */
export async function certifyLive(options: LiveOptions): Promise<Certified> {
  const { configuration, settings, wanted, keys, signal } = options
  const witness = itemsWitness(configuration)
  if (!witness) {
    const why = 'destination.items is missing, and without it nobody can tell how many items there are'
    return { code: 3, records: [], lacking: [why] }
  }
  await using _out = await claimOutFolder(settings.out, settings.shownOut)
  const testedAt = Date.now()
  const began = performance.now()
  using deadline = deadlineIn(settings.deadlineMs ?? configuration.deadlineMs)
  const bounded = AbortSignal.any([signal, deadline.signal])
  const secrets = secretsOf(configuration)
  const place = placeOf(configuration)
  const wire = openWire(place)
  let posts: PostGuard | undefined
  const told = (why: string): string => secrets.conceal(posts === undefined ? why : `${why}; ${posts.told()}`)
  try {
    const { manifest, document } = await readOffer(wire, place.url, bounded)
    // What is printed, and what is recorded in the end, is of this document; now nothing is posted yet.
    if (secrets.leaksOfOutput(Buffer.from(manifestText(document))).length > 0) throw new Inconclusive(tellsSecret)
    const common = commonOf(options, manifest.provider.id)
    const trusted = await trustedKeys(wanted.keys, wanted.trusted)
    // Safe: `expectLiveTarget` has looked.
    const review = await currentReview(wanted.ledger ?? '', common.subject, trusted, wanted.trialPermitted, testedAt)
    const { chosen, left } = chooseProfiles(configuration, manifest)
    const wished = chosen.flatMap(({ profile: { id: output_profile } }) =>
      (['publish_immediate', 'publish_scheduled'] as const).map((operation) => ({
        ...common.subject,
        output_profile,
        operation,
      })),
    )
    const expectEnabled = (): Promise<void> => expectNotDisabled(wanted.ledger ?? '', wished, trusted)
    posts = guardPosts(wire, wished.length, expectEnabled)
    const { oneByOne } = posts
    await expectEnabled()
    using watchdog = startWatchdog()
    await using folder = await workFolder(watchdog)
    const { builtinProviders, connection, secretVariables } = configuration
    await expectCountable(witness(folder.path), bounded)
    if (settings.look.verbosity !== 'quiet') {
      process.stderr.write(postsLines(configuration, manifest, wished, (text) => secrets.conceal(text)))
    }
    const subjects = await observeLifecycle(chosen, {
      wire: posts.wire,
      secrets,
      builtinProviders,
      folder: folder.path,
      signal: bounded,
      // Safe: `expectLiveTarget` has looked.
      workspaceId: connection.workspaceId ?? '',
      announce: () => undefined,
      items: (_, marker) => exactItems(witness(folder.path), marker, bounded),
      publishStored: (stored) =>
        oneByOne(stored, (one) =>
          publishElsewhere(
            { ...place, builtinProviders, stored: one },
            commandEnvironment(process.env, secretVariables),
            bounded,
          ),
        ),
    })
    await removeEarlierRecords(settings.out)
    const completedAt = testedAt + Math.ceil(performance.now() - began)
    const made = makeRecords({ subjects: subjects.filter(hasAccount), manifest }, keys, (seen) => ({
      ...common,
      evidence: { kind: 'live', review },
      harness: { ...options.shipped, plan_digest: sha256(`lifecycle publish_${seen.observed.subject}`) },
      witness: witnessOf(configuration, 'items'),
      findings: findingsOf(seen),
      testedAt,
      completedAt,
      expiresAt: Math.min(testedAt + wanted.validityDays * dayMs, review.expiresAt),
    }))
    await writeRecords(settings.out, made.records, document, [secrets])
    const nobody = subjects.filter((seen) => !hasAccount(seen)).map(withoutAccount)
    const all = { records: made.records, lacking: [...made.lacking, ...nobody] }
    const lacking = [...all.lacking, ...left.map(notDriven)].map((why) => secrets.conceal(why))
    return { ...all, lacking, code: codeOf(all, 0) }
  } catch (thrown) {
    if (thrown instanceof UsageError) throw new UsageError(told(thrown.message))
    if (thrown instanceof LedgerError) throw new LedgerError(thrown.code, told(thrown.message), { cause: thrown })
    // Whatever was under way when we gave up says less than why we did.
    const why: unknown = bounded.aborted ? bounded.reason : thrown
    if (!(why instanceof Inconclusive)) throw thrown
    return { code: signal.aborted ? 130 : 3, records: [], lacking: [told(why.message)] }
  } finally {
    await wire.close()
  }
}

const tellsSecret =
  'the connector tells a secret of this run in its manifest; nothing was posted, and touchstone run judges it'

/** Like the deadline of a run: it says what raises it. */
function deadlineIn(ms: number): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController()
  const passed = new Inconclusive(`the deadline of ${ms / 1000} s passed; raise deadline_s or --deadline`)
  const timer = setTimeout(() => controller.abort(passed), ms)
  return { signal: controller.signal, [Symbol.dispose]: () => clearTimeout(timer) }
}

/** Asked before anything is posted: what could not be counted afterwards would be posted for nothing. */
async function expectCountable(witness: Witness, signal: AbortSignal): Promise<void> {
  const counted = await exactItems(witness, randomBytes(16).toString('hex'), signal)
  if (counted === 0) return
  throw new Inconclusive(
    counted === undefined
      ? 'destination.items got no answer that can be counted from destination.upstream'
      : 'destination.items counts items for a marker that was never used',
  )
}

/** Live evidence is of one account; where none was bound there is nobody to record it of. */
const hasAccount = ({ published }: ObservedSubject): boolean => published !== undefined

const withoutAccount = ({ profile, observed, why }: ObservedSubject): string =>
  `${profile} ${observed.subject}: nothing was published for an account${why === undefined ? '' : ` (${why})`}`

function placeOf({ connector: { url, token, ca } }: Configuration): {
  readonly url: string
  readonly token: string
  readonly ca?: string
} {
  if (token === undefined) throw new UsageError('connector.token is missing: the connector runs elsewhere and has one')
  return { url, token, ...(ca === undefined ? {} : { ca }) }
}

function secretsOf({ connector, destination }: Configuration): ReturnType<typeof createSecretBook> {
  const secrets = createSecretBook()
  if (connector.token !== undefined) secrets.add('connector token', 'connector token', connector.token)
  if (destination?.token !== undefined) secrets.add('destination token', 'destination token', destination.token)
  return secrets
}

/** Counts at the destination itself; `work` is a folder of ours. */
function itemsWitness(configuration: Configuration): ((work: string) => Witness) | undefined {
  const { destination, folder: cwd, secretVariables } = configuration
  const { items, from, token } = destination ?? {}
  if (!items || from?.kind !== 'upstream') return undefined
  if (items.kind === 'request') {
    const counting = itemsByRequest({
      config: items,
      upstream: from.url,
      ...(token === undefined ? {} : { destinationToken: token }),
    })
    return () => counting
  }
  const env = { ...commandEnvironment(process.env, secretVariables), DESTINATION_TOKEN: token }
  return (work) => itemsByCommand({ config: items, cwd, env, work })
}

/** No case ran: what is recorded is the lifecycle itself. */
function findingsOf(seen: ObservedSubject): CaseFindings {
  const judged: Lifecycle = lifecycle(seen.observed)
  const results = judged.is === 'complete' ? judged.results : []
  const count = (word: string): number => results.filter(({ result }) => result === word).length
  return {
    conformance: [],
    cases_passed: count('passed'),
    cases_failed: count('failed'),
    cases_inapplicable: count('not_applicable'),
    cases_inconclusive: 0,
    artifact_digest: artifactDigest(results.map((result) => normalizedCheck(result, seen.observed))),
  }
}
