import { type Case, type Check, defineCheck } from '../harness/checks/define.ts'
import { askedFor } from '../harness/checks/asked-for.ts'
import type { CaseContext } from '../harness/checks/context.ts'
import {
  expectNoComplaint,
  expectProblem,
  expectRefusal,
  expectResult,
  expectSuccess,
  musts,
} from '../harness/checks/expect.ts'
import { is2xx, type Observed } from '../harness/checks/observations.ts'
import { newWorkspaceId } from '../harness/checks/identity.ts'
import { seconds } from '../harness/checks/seconds.ts'
import { Inapplicable, Inconclusive, Violation } from '../harness/checks/verdict.ts'
import {
  checkOperationResult,
  checkProblem,
  checkResolution,
  type Complaint,
  type Connection,
  lookupPath,
  usableTextSetting,
} from '../harness/protocol/index.ts'
import type { Answer } from '../harness/wire/exchange.ts'
import { connectWorkspace } from './connect.ts'
import { defineCase } from './define.ts'
import type { RequirementId } from './requirements/index.ts'

/** The body of a capability resolution with good settings. */
const resolution = ({ connector, profile }: CaseContext): Record<string, unknown> => ({
  connection_ref: connector.connectionRef,
  output_profile: profile.profile.id,
  intent: 'post',
  settings: { ...profile.settings },
})

async function expectAvailable(context: CaseContext): Promise<void> {
  const { connector } = context
  const value = expectSuccess(await connector.send(connector.request('resolve', resolution(context))), 'a resolution')
  expectNoComplaint(
    musts(checkResolution(value, { available: true, revision: connector.manifest.capability_revision })),
    'the resolution',
  )
}

const ids = (connection: Connection): ReadonlySet<string> => new Set(connection.accounts.map(({ id }) => id))

function expectSameAccounts(before: Connection, after: Connection, when: string): void {
  if (after.connection_ref !== before.connection_ref) {
    throw new Violation(`the same connection_ref ${when}`, 'another one')
  }
  const known = ids(before)
  if ([...ids(after)].some((id) => !known.has(id))) {
    throw new Violation(`no account ${when} that was not there before`, 'an account that is new')
  }
}

type Chosen = (observed: Observed) => boolean

const shown = ({ exchange }: Observed): string => askedFor(exchange)

/** Judges every answer of the whole run that is `chosen`; with none of them nothing was shown. */
function wholeRun(
  slug: string,
  title: string,
  requirements: readonly [RequirementId, ...RequirementId[]],
  chosen: Chosen,
  judge: (answer: Answer, observed: Observed) => void,
  none: () => Error = () => new Inconclusive('no such answer was seen in this run'),
): Case {
  return defineCase({
    id: `protocol/${slug}`,
    title,
    requirements,
    phase: 'closing',
    async run(context) {
      const { connector, profile, observations } = context
      // The positive control: one good publish, one lookup and one refusal are always among what is judged.
      const operation = connector.operation(profile)
      await connector.publishAccepted(operation)
      await connector.lookup(operation)
      await connector.send(connector.request('publish', { touchstone_unknown: true }))
      const answers = observations.all.filter((each) => each.exchange.kind === 'answer' && chosen(each))
      if (answers.length === 0) throw none()
      for (const observed of answers) if (observed.exchange.kind === 'answer') judge(observed.exchange, observed)
    },
  })
}

const statusOf = (observed: Observed): number => (observed.exchange.kind === 'answer' ? observed.exchange.status : 0)
const isOperation: Chosen = ({ route }) => route === 'publish' || route === 'lookup'
const isResult: Chosen = (observed) => isOperation(observed) && is2xx(statusOf(observed))
const isProblem: Chosen = (observed) => statusOf(observed) >= 400 && isOrdinary(observed)
/** R14: an id that must be percent-encoded may be refused by whatever stands before the connector. */
const isOrdinary: Chosen = ({ exchange }) => !exchange.asked.path.includes('%')
const says = (status: string): Chosen => {
  return (observed) => isResult(observed) && memberOf(observed, 'status') === status
}

function memberOf({ exchange }: Observed, key: string): unknown {
  const value = exchange.kind === 'answer' && exchange.document.ok ? exchange.document.value : undefined
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}

/** The complaints about one result, of the given topics. */
function resultComplaints({ document }: Answer, ...topics: readonly string[]): readonly Complaint[] {
  if (!document.ok) return []
  return checkOperationResult(document.value, document.oddNumbers).filter(({ topic }) => topics.includes(topic))
}

export const protocol: Check = defineCheck({
  id: 'protocol',
  title: 'answers each of the six routes with the messages of the specification',
  cases: [
    defineCase({
      id: 'protocol/connection-shape',
      title: 'completes a connection in one request, with a reference and 1 to 100 accounts',
      requirements: [
        '2.6-state',
        '2.6-reference',
        '2.6-accounts',
        '2.6-account',
        '2.6-avatar',
        '8-accounts',
        '4.2.2',
        '4.2-routes',
        'R9-accounts',
      ],
      async run(context) {
        await connectWorkspace(context)
      },
    }),
    defineCase({
      id: 'protocol/connection-stable',
      title: 'gives one workspace the same reference and no new account when it connects again',
      requirements: ['2.6-reference', '4.2.2-accounts', 'R9'],
      async run(context) {
        const first = await connectWorkspace(context)
        // Another workspace in between; it may be refused or have other accounts (R9).
        await context.connector.send(context.connector.request('connect', { workspace_id: newWorkspaceId() }))
        expectSameAccounts(first, await connectWorkspace(context), 'when the workspace connects again')
      },
    }),
    defineCase({
      id: 'protocol/connection-after-restart',
      title: 'gives one workspace the same reference and no new account after a restart',
      requirements: ['2.6-reference', 'R9'],
      needs: ['process'],
      batch: 'restart',
      async run(context) {
        const first = await connectWorkspace(context)
        await context.process.restart()
        expectSameAccounts(first, await connectWorkspace(context), 'after a restart')
      },
    }),
    defineCase({
      id: 'protocol/resolve-good',
      title: 'resolves good settings as available, under the revision of the manifest',
      requirements: ['2.7-available', '2.7-revision', '2.7-constraints', 'R10'],
      each: 'profile',
      run: expectAvailable,
    }),
    defineCase({
      id: 'protocol/resolve-unusable',
      title: 'never resolves an unusable profile or setting as available',
      requirements: ['4.2.3-unusable', 'R10-unusable'],
      async run(context) {
        const { connector } = context
        await expectAvailable(context)
        const good = resolution(context)
        for (const bad of [
          { ...good, output_profile: 'touchstone.unknown' },
          { ...good, settings: { ...context.profile.settings, touchstone_unknown: 'x' } },
        ]) {
          const exchange = await connector.send(connector.request('resolve', bad))
          if (exchange.kind === 'answer' && !is2xx(exchange.status)) {
            expectRefusal(exchange, 'rejected-or-absent')
            continue
          }
          const value = expectSuccess(exchange, 'available: false, or a problem')
          expectNoComplaint(
            musts(checkResolution(value, { available: false, revision: connector.manifest.capability_revision })),
            'the resolution of something unusable',
          )
        }
        await expectAvailable(context)
      },
    }),
    defineCase({
      id: 'protocol/resolve-reason',
      title: 'resolves an unusable profile as not available, with a reason',
      requirements: ['2.7-reason', '4.2.3-reason', 'R10-should'],
      async run(context) {
        const { connector } = context
        const bad = { ...resolution(context), output_profile: 'touchstone.unknown' }
        const value = expectSuccess(await connector.send(connector.request('resolve', bad)), 'available: false')
        const options = { available: false, revision: connector.manifest.capability_revision }
        expectNoComplaint(checkResolution(value, options), 'the resolution of something unusable')
      },
    }),
    defineCase({
      id: 'protocol/resolve-no-write',
      title: 'changes nothing at the destination while it resolves capabilities',
      requirements: ['4.2.3', 'R10-no-write'],
      needs: ['destination'],
      each: 'profile',
      async run(context) {
        const { connector, profile, destination } = context
        await connector.publishToEnd(connector.operation(profile))
        const write = destination.gate.learned.write
        if (!write) throw new Inconclusive('it is not known which request of the connector creates an item')
        const probe = connector.operation(profile)
        const key = usableTextSetting(profile.profile)
        const settings = key === undefined ? {} : { [key]: probe.marker }
        const before = destination.strayWrites()
        for (const body of [
          resolution(context),
          { ...resolution(context), settings: { ...profile.settings, ...settings } },
          { ...resolution(context), output_profile: 'touchstone.unknown' },
        ]) {
          await connector.send(connector.request('resolve', body))
        }
        const after = destination.strayWrites()
        if (after !== before) throw new Violation('no write at the destination during a resolve', `${after - before}`)
        await destination.expectNothingWritten(probe)
      },
    }),
    wholeRun(
      'result-shape',
      'answers every accepted publish and lookup with a published or pending result of the right shape',
      ['2.9-published', '2.9-pending', '3.4-pending', '4.2-lookup-shape'],
      isResult,
      (answer, observed) =>
        expectNoComplaint(musts(resultComplaints(answer, 'shape')), `the answer of ${shown(observed)}`),
    ),
    wholeRun(
      'poll-bounds',
      'asks to be polled after 1 to 3600 seconds, written as an integer',
      ['2.9-poll', '8-poll'],
      says('pending'),
      (answer, observed) =>
        expectNoComplaint(musts(resultComplaints(answer, 'poll')), `the answer of ${shown(observed)}`),
      () => new Inapplicable('§2.9: no pending result was seen in this run'),
    ),
    wholeRun(
      'ttl-bounds',
      'promises an idempotency time of an integer from zero to one year in seconds',
      ['2.9-ttl', '8-ttl'],
      says('published'),
      (answer, observed) =>
        expectNoComplaint(musts(resultComplaints(answer, 'ttl')), `the answer of ${shown(observed)}`),
    ),
    wholeRun(
      'ttl-present',
      'says how long a published operation stays safe to repeat',
      ['2.9-ttl-should'],
      says('published'),
      (answer, observed) => expectNoComplaint(resultComplaints(answer, 'ttl'), `the answer of ${shown(observed)}`),
    ),
    wholeRun(
      'https-urls',
      'gives external URLs as absolute HTTPS URLs',
      ['2.9-url'],
      says('published'),
      (answer, observed) =>
        expectNoComplaint(musts(resultComplaints(answer, 'url')), `the answer of ${shown(observed)}`),
    ),
    wholeRun(
      'problem-shape',
      'answers every failure with a typed problem',
      [
        '7.1.1',
        '2.10-problem',
        '2.10-outcome',
        '2.10-provider-code',
        '2.10-retry-after',
        'R1',
        'R1-elsewhere',
        'R1-retry-after',
      ],
      isProblem,
      ({ status }, observed) => {
        // R1: neither a wrong token nor an unknown operation leaves room for a write.
        const isDenial = status === 401 || (status === 404 && observed.route === 'lookup')
        expectProblem(observed.exchange, isDenial ? 'rejected-or-absent' : 'optional')
      },
    ),
    wholeRun(
      'problem-advice',
      'explains problems, says what to do and names their media type',
      ['2.10-detail', '7.1.1-media-type', 'R1-should'],
      isProblem,
      (answer, observed) => {
        if (!answer.document.ok) return
        const contentType = answer.headers['content-type']
        const complaints = checkProblem(answer.document.value, {
          httpStatus: answer.status,
          outcome: 'optional',
          ...(contentType === undefined ? {} : { contentType }),
        })
        expectNoComplaint(
          complaints.filter(({ level }) => level === 'should'),
          `the problem of ${shown(observed)}`,
        )
      },
    ),
    defineCase({
      id: 'protocol/lookup-unknown',
      title: 'answers the lookup of an unknown operation with a typed problem',
      requirements: ['7.1.4', '4.2.5', 'R2-lookup'],
      async run({ connector, profile }) {
        const known = connector.operation(profile)
        await connector.publishToEnd(known)
        expectResult(await connector.lookup(known))
        expectRefusal(await connector.lookup(connector.operation(profile)), 'rejected-or-absent')
        expectResult(await connector.lookup(known))
      },
    }),
    defineCase({
      id: 'protocol/problem-status',
      title: 'answers an unknown operation with 404 and a request that fails validation with 4xx',
      requirements: ['R2-should'],
      async run({ connector, profile }) {
        const known = connector.operation(profile)
        await connector.publishAccepted(known)
        const unknown = await connector.lookup(connector.operation(profile))
        if (unknown.kind === 'answer' && unknown.status !== 404) {
          throw new Violation('status 404 for the lookup of an unknown operation', `status ${unknown.status}`)
        }
        const refused = await connector.send(connector.request('publish', { touchstone_unknown: true }))
        if (refused.kind === 'answer' && (refused.status < 400 || refused.status >= 500)) {
          throw new Violation('a 4xx status for a request that fails validation', `status ${refused.status}`)
        }
      },
    }),
    defineCase({
      id: 'protocol/ids-encoded',
      title: 'finds an operation whose id holds ":" and "/" when it is sent percent-encoded',
      requirements: ['R14-should'],
      async run({ connector, profile }) {
        const operation = connector.operation(profile)
        const odd = connector.operation(profile, { operation_id: `${operation.id}:a/b` })
        await connector.publishToEnd(odd)
        expectResult(await connector.send({ method: 'GET', path: lookupPath(odd.id) }))
      },
    }),
    wholeRun(
      'no-redirect',
      'never redirects',
      ['7.1.1', 'R3-redirect'],
      () => true,
      (answer, observed) => {
        if (answer.status < 300 || answer.status >= 400) return
        throw new Violation(`no redirect from ${shown(observed)}`, `status ${answer.status}`)
      },
    ),
    wholeRun(
      'one-document',
      'answers with exactly one JSON document, not encoded',
      ['4.2-json', 'R3-document', 'R3-encoding'],
      isOrdinary,
      (answer, observed) => {
        const encoding = answer.headers['content-encoding'] ?? 'identity'
        if (encoding !== 'identity')
          throw new Violation(`no content-encoding from ${shown(observed)}`, 'an encoded body')
        if (answer.document.ok) return
        const { flaw, detail } = answer.document
        throw new Violation(
          `one JSON document from ${shown(observed)}`,
          `status ${answer.status} with a body that is not: ${flaw}, ${detail}`,
        )
      },
    ),
    wholeRun(
      'no-failed-2xx',
      'never signals failure in a successful answer',
      ['2.9-no-failed', '7.1.2', 'R3-failed'],
      isResult,
      (_, observed) => {
        if (memberOf(observed, 'status') !== 'failed') return
        throw new Violation(
          `a non-2xx problem from ${shown(observed)}`,
          `status ${statusOf(observed)} with status "failed"`,
        )
      },
    ),
    defineCase({
      id: 'protocol/time-bounds',
      title: 'answered every publish and lookup within 60 s, whatever the destination did',
      requirements: ['8-timeouts', 'R5-operations'],
      phase: 'closing',
      async run({ connector, profile, bounds, observations }) {
        await connector.publishAccepted(connector.operation(profile))
        expectWithin(observations.all.filter(isOperation), bounds.operationWithinMs)
      },
    }),
    defineCase({
      id: 'protocol/time-prompt',
      title: 'answered every publish and lookup within 20 s, whatever the destination did',
      requirements: ['R5-should-operations'],
      phase: 'closing',
      async run({ connector, profile, bounds, observations }) {
        await connector.publishAccepted(connector.operation(profile))
        expectWithin(observations.all.filter(isOperation), bounds.operationPromptMs)
      },
    }),
  ],
})

function expectWithin(observed: readonly Observed[], withinMs: number): void {
  for (const each of observed) {
    const { exchange } = each
    const timedOut = exchange.kind === 'silence' && exchange.why === 'timed out'
    const givenUp = exchange.kind === 'silence' && exchange.why === 'given up'
    if (givenUp || (exchange.millis <= withinMs && !timedOut)) continue
    throw new Violation(
      `an answer from ${shown(each)} within ${seconds(withinMs)}`,
      timedOut ? 'none' : `one after ${seconds(exchange.millis)}`,
    )
  }
}
