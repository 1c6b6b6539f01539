import { type Case, type Check, defineCheck } from '../harness/checks/define.ts'
import { askedFor } from '../harness/checks/asked-for.ts'
import type { CaseContext, Controls } from '../harness/checks/context.ts'
import { asControl } from '../harness/checks/expect.ts'
import { markedText, type Operation } from '../harness/checks/operation.ts'
import type { ProfileInput } from '../harness/checks/profile-input.ts'
import type { Leak, SecretBook, SecretKind } from '../harness/checks/secret-book.ts'
import { is2xx, type Observed } from '../harness/checks/observations.ts'
import { Inapplicable, Inconclusive, Violation } from '../harness/checks/verdict.ts'
import { limits } from '../harness/protocol/index.ts'
import { defineCase } from './define.ts'
import { loseAnswer } from './lose-answer.ts'
import { type Change, textOfLength } from './mutations.ts'
import { changed } from './refused-publish.ts'
import type { RequirementId } from './requirements/index.ts'
import { expectSearchable } from './searchable.ts'
import { wrongTokens } from './wrong-tokens.ts'

/**
 * Gives the connector every occasion to tell what it must not: good posts with text in every field, refused ones, a
 * wrong token and, with a destination, an error with a body. What it told is looked for afterwards.
 */
async function exercise(context: CaseContext): Promise<void> {
  const { connector, profile, profiles, secrets, available } = context
  for (const each of profiles) await publishTextEverywhere(context, each)

  // Each of these is refused on a path of its own in most connectors.
  const refused = connector.operation(profile)
  for (const bad of [
    { capability_revision: 'touchstone-unknown' },
    { touchstone_unknown: true },
    { settings: { touchstone: 'x' } },
  ]) {
    await provoke(context, changed(refused, bad))
  }
  await connector.send({ ...connector.request('publish'), bytes: `${JSON.stringify(refused.request)} {}` })

  const authorization = wrongTokens['wrong-middle'](connector.token) ?? []
  secrets.add('rejected token', 'wrong-middle', authorization[0]?.replace('Bearer ', '') ?? '')
  await connector.send({ ...connector.request('manifest'), authorization })

  const { destination } = available
  if (destination) {
    for (const loss of ['500', 'reset'] as const) await loseAnswer({ ...context, destination }, loss)
  }
}

/** Off the history and unjudged: whether it is refused as it must be is for other cases, what is said about it for these. */
async function provoke({ connector }: CaseContext, body: unknown): Promise<void> {
  await connector.send(connector.request('publish', body))
}

/** A good post with text in every field that takes any; without it where the connector wants something else there. */
async function publishTextEverywhere(context: CaseContext, input: ProfileInput): Promise<void> {
  const { connector, secrets } = context
  const operation = connector.operation(input)
  const refused = connector.operation(input)
  // Its own texts: should it be published after all, its item must not count for the good one.
  await provoke(context, changed(refused, { ...textEverywhere(refused, input, secrets), touchstone_unknown: true }))
  const limit = input.profile.content.max_length
  if (limit > 0 && limit < limits.boundaryTextLength) {
    const content = textOfLength(refused, 'content', limit + 1)
    await provoke(context, changed(refused, { content }))
  }
  const text = textEverywhere(operation, input, secrets)
  const first = await connector.publish({ ...operation, request: changed(operation, text) })
  if (first.kind === 'answer' && first.status >= 400) await connector.publishAccepted(operation)
  await connector.lookup(operation)
  await connector.settle(operation)
}

/** Texts for every optional member, and for each setting that was given just any text (R13). */
function textEverywhere({ marker }: Operation, { profile, settings }: ProfileInput, secrets: SecretBook): Change {
  const members = (['title', 'description'] as const).flatMap((member) => {
    const limit = profile[member]?.max_length ?? 0
    return limit > 0 ? [[member, markedText(member, limit, marker, secrets)] as const] : []
  })
  const free = Object.entries(settings).filter(([, value]) => value === anyText)
  const texts = free.map(([key]) => [key, markedText(`setting ${key}`, 100, marker, secrets)] as const)
  return { ...Object.fromEntries(members), settings: { ...settings, ...Object.fromEntries(texts) } }
}

/** What a required setting is given when nothing else is known of it. */
const anyText = 'text'

const where = ({ kind, name, encoding }: Leak): string => `the ${kind} (${name}), ${encoding}`

/** Searches everything that was logged, to the end of the log. */
function cleanLogs(
  slug: string,
  title: string,
  kinds: readonly SecretKind[],
  requirements: readonly [RequirementId, ...RequirementId[]],
): Case {
  return defineCase({
    id: `redaction/${slug}`,
    title,
    requirements,
    needs: ['logs'],
    phase: 'closing',
    async run(context) {
      const { logs, secrets, available } = context
      if (logs.kind === 'none') throw new Inapplicable('R25: the configuration says that this connector does not log')
      if (kinds.includes('destination body') && !available.destination) {
        throw new Inconclusive('without the gate no destination body is known', 'add `destination` to touchstone.yaml')
      }
      expectSearchable(secrets, kinds)
      if (kinds.includes('destination token') && !secrets.knows('destination token')) {
        throw new Inconclusive('without the gate no destination token is known', 'add `destination` to touchstone.yaml')
      }
      await once(context)
      // A text of ten characters has no room for anything that could be told from chance.
      if (kinds.includes('post text') && !secrets.knows('post text')) {
        throw new Inapplicable('R24: no profile takes a text that is long enough to be searched for')
      }
      const [leak] = await context.searchLogs(kinds)
      if (leak) throw new Violation('logs without tokens, post text and destination bodies', where(leak))
      await expectCapture(context)
    },
  })
}

/** The exercise happens once for the run; whoever needs it first waits for it. */
const exercised = new WeakMap<object, Promise<void>>()

async function once(context: CaseContext): Promise<void> {
  const running = exercised.get(context.observations) ?? asControl(() => exercise(context))
  exercised.set(context.observations, running)
  await running
}

/** Searches what the connector answered in this run. */
function cleanAnswers(
  slug: string,
  title: string,
  kinds: readonly SecretKind[],
  requirements: readonly [RequirementId, ...RequirementId[]],
  chosen: (observed: Observed) => boolean,
): Case {
  return defineCase({
    id: `redaction/${slug}`,
    title,
    requirements,
    phase: 'closing',
    async run(context) {
      await once(context)
      const { observations, secrets } = context
      expectSearchable(secrets, kinds)
      const answers = observations.all.filter(chosen)
      if (answers.length === 0) throw new Inconclusive('no such answer was seen in this run')
      for (const { exchange } of answers) {
        if (exchange.kind !== 'answer') continue
        const [leak] = secrets.search(exchange.body, kinds)
        if (!leak) continue
        throw new Violation(
          `no ${leak.kind} in an answer`,
          `${where(leak)} in the answer of ${askedFor(exchange)} (status ${exchange.status})`,
        )
      }
      expectErrorPath(context)
    },
  })
}

const isProblem = ({ exchange }: Observed): boolean => exchange.kind === 'answer' && !is2xx(exchange.status)
const isAnswer = ({ exchange }: Observed): boolean => exchange.kind === 'answer'

type Logging = CaseContext & Pick<Controls, 'logs'>

/** Most of what leaks does so where something goes wrong. */
function expectErrorPath({ observations }: CaseContext): void {
  if (!observations.all.some(isProblem)) {
    throw new Inconclusive('no request was refused, so no error path was taken')
  }
}

/** R25: clean logs mean something only when the connector logged, and an error path was taken. */
async function expectCapture(context: Logging): Promise<void> {
  await once(context)
  expectErrorPath(context)
  if (context.logs.kind === 'none') return
  await context.searchLogs([])
  if (context.logs.bytes() === 0) {
    throw new Inconclusive(
      'nothing was logged, so the capture is not proven',
      'if the connector really does not log, say so in touchstone.yaml:\n  logs: { from: none }',
    )
  }
}

export const redaction: Check = defineCheck({
  id: 'redaction',
  title: 'redacts tokens, post bodies and destination responses from logs',
  cases: [
    defineCase({
      id: 'redaction/capture-proven',
      title: 'logs something that the harness can read, or is declared not to log',
      requirements: ['R25'],
      needs: ['logs'],
      phase: 'closing',
      run: expectCapture,
    }),
    cleanLogs('logs-token', 'never logs its own token', ['connector token'], ['11.10', '5.1.4', 'R24-logs-token']),
    cleanLogs(
      'logs-rejected-token',
      'never logs a token it refused',
      ['rejected token'],
      ['11.10', '5.1.4', 'R24-logs-token'],
    ),
    cleanLogs(
      'logs-destination-token',
      'never logs the token of its destination',
      ['destination token'],
      ['11.10', '5.1.4', 'R24-logs-token'],
    ),
    cleanLogs(
      'logs-post-text',
      'never logs the text of a post',
      ['post text'],
      ['11.10', '5.1.4', 'R24-logs-post-text'],
    ),
    cleanLogs(
      'logs-destination-body',
      'never logs the body of a destination answer',
      ['destination body'],
      ['11.10', '5.1.4', 'R24-logs-destination-body'],
    ),
    cleanAnswers(
      'problems-secrets',
      'keeps tokens and destination bodies out of every problem',
      ['connector token', 'rejected token', 'destination token', 'destination body'],
      ['7.1.7', '2.10-action', 'R24-problems'],
      isProblem,
    ),
    cleanAnswers(
      'answers-secrets',
      'keeps tokens and destination secrets out of every answer',
      ['connector token', 'destination token'],
      ['2.6-no-credentials', 'R24-answers'],
      isAnswer,
    ),
    cleanAnswers('answers-post-text', 'repeats no post text in an answer', ['post text'], ['R24-should'], isAnswer),
    defineCase({
      id: 'redaction/token-stays-here',
      title: 'never sends its connector token to the destination',
      requirements: ['5.1.3', 'R24-token-stays'],
      needs: ['destination'],
      phase: 'closing',
      async run(context) {
        await once(context)
        const { destination } = context
        expectSearchable(context.secrets, ['connector token'])
        if (destination.gate.attempts().length === 0)
          throw new Inconclusive('the destination was never asked for anything')
        if (destination.connectorTokenArrived()) {
          throw new Violation('no connector token at the destination', 'it was sent there')
        }
      },
    }),
  ],
})
