import { type Case, type Check, defineCheck } from '../harness/checks/define.ts'
import { askedFor } from '../harness/checks/asked-for.ts'
import type { CaseContext } from '../harness/checks/context.ts'
import {
  expectAnswerWithStatus,
  expectProblem,
  expectResult,
  expectSuccess,
  expectUnauthorized,
} from '../harness/checks/expect.ts'
import type { Operation } from '../harness/checks/operation.ts'
import { Inapplicable, Inconclusive, Violation } from '../harness/checks/verdict.ts'
import { lookupPath, type RouteName, routes } from '../harness/protocol/index.ts'
import type { Exchange } from '../harness/wire/exchange.ts'
import { defineCase } from './define.ts'
import { healthInPassing, recovered } from './recovered.ts'
import { expectNoGrossLeak } from './timing.ts'
import { type WrongToken, wrongTokens } from './wrong-tokens.ts'

/** One request of every route that a right token makes good; the publish is a repeat, so nothing new is written. */
async function expectAcceptedEverywhere(context: CaseContext, existing: Operation, lockedOut = false): Promise<void> {
  for (const route of routes) {
    const exchange =
      route.name === 'health' ? await healthInPassing(context) : await sendTo(context, route.name, existing, existing)
    if (lockedOut && exchange.kind === 'answer' && exchange.status === 429) return
    try {
      if (route.name === 'publish' || route.name === 'lookup') expectResult(exchange)
      else expectSuccess(exchange)
    } catch (thrown) {
      if (!(thrown instanceof Violation)) throw thrown
      throw new Inconclusive(`without a good answer to the right token a refusal proves nothing: ${thrown.message}`)
    }
  }
}

/** The good request of a route, with another Authorization header where one is given. */
async function sendTo(
  { connector, profile }: CaseContext,
  route: RouteName,
  lookedUp: Operation,
  published: Operation,
  authorization?: readonly string[],
): Promise<Exchange> {
  // How two headers are answered is not written anywhere (R12).
  const changes = authorization ? { authorization, offTheRecord: authorization.length > 1 } : {}
  switch (route) {
    case 'manifest':
    case 'health':
      return connector.send({ ...connector.request(route), ...changes })
    case 'connect':
      return connector.send({ ...connector.request(route, { workspace_id: connector.facts.workspaceId }), ...changes })
    case 'resolve':
      return connector.send({
        ...connector.request(route, {
          connection_ref: connector.connectionRef,
          output_profile: profile.profile.id,
          intent: 'post',
          settings: profile.settings,
        }),
        ...changes,
      })
    case 'publish':
      return connector.publish(published, { ...changes, odd: authorization !== undefined })
    case 'lookup':
      return authorization
        ? connector.send({ method: 'GET', path: lookupPath(lookedUp.id), ...changes })
        : connector.lookup(lookedUp)
  }
}

const targets = [...routes.map(({ name }) => ({ name, unknown: false })), { name: 'lookup' as const, unknown: true }]

/** Sends these headers to every route, the operation route twice, and proves that nothing was written. */
async function refusedEverywhere(
  context: CaseContext,
  authorization: readonly string[],
  judge: (exchange: Exchange) => void,
): Promise<void> {
  const { connector, available } = context
  const existing = connector.operation(context.profile)
  await connector.publishToEnd(existing)
  await recovered(context)
  await expectAcceptedEverywhere(context, existing)
  const refused = connector.operation(context.profile)
  for (const { name, unknown } of targets) {
    judge(await sendTo(context, name, unknown ? refused : existing, refused, authorization))
  }
  if (available.destination) await available.destination.expectNothingWritten(refused)
  else expectProblem(await connector.lookup(refused))
  await expectAcceptedEverywhere(context, existing, true)
}

/** 429 is fine from the tenth wrong token of the run on (R2). */
const lockOut = ({ observations }: CaseContext): readonly number[] =>
  observations.all.filter(({ exchange }) => exchange.kind === 'answer' && [401, 403].includes(exchange.status))
    .length >= 9
    ? [429]
    : []

function refuses(name: WrongToken, title: string): Case {
  return defineCase({
    id: `authentication/${name}`,
    title,
    requirements: ['11.1', '5.1.1', 'R15', 'R15-lookup', 'R15-no-write', 'R2-token'],
    phase: 'last',
    async run(context) {
      const { token } = context.connector
      const authorization = wrongTokens[name](token)
      if (!authorization) throw new Inapplicable('R15: the configured token cannot be changed this way')
      const wrong = authorization[0]?.replace(/^\w+ /, '') ?? ''
      if (wrong !== '' && wrong !== token) context.secrets.add('rejected token', name, wrong)
      await refusedEverywhere(context, authorization, (exchange) => expectUnauthorized(exchange, lockOut(context)))
    },
  })
}

export const authentication: Check = defineCheck({
  id: 'authentication',
  title: 'rejects a missing or wrong bearer token on every route',
  cases: [
    refuses('missing', 'refuses a request without an Authorization header on every route'),
    refuses('empty', 'refuses an empty bearer token on every route'),
    refuses('wrong-first', 'refuses a token that differs in its first character'),
    refuses('wrong-middle', 'refuses a token that differs in a middle character'),
    refuses('wrong-last', 'refuses a token that differs in its last character'),
    refuses('prefix', 'refuses a prefix of the token'),
    refuses('suffix', 'refuses the token with something appended'),
    refuses('letter-case', 'refuses the token in other letter case'),
    refuses('other-scheme', 'refuses the token under another authentication scheme'),
    defineCase({
      id: 'authentication/typed-problem',
      title: 'refuses a missing or wrong token with a typed problem on every route',
      requirements: ['7.1.1', 'R1'],
      phase: 'last',
      async run(context) {
        const wrong = wrongTokens['wrong-middle'](context.connector.token) ?? []
        context.secrets.add('rejected token', 'wrong-middle', wrong[0]?.replace('Bearer ', '') ?? '')
        for (const authorization of [[], wrong]) {
          await refusedEverywhere(context, authorization, (exchange) => expectProblem(exchange, 'rejected-or-absent'))
        }
      },
    }),
    defineCase({
      id: 'authentication/invalid-body-too',
      title: 'refuses a wrong token also when the body is invalid',
      requirements: ['R15-invalid-body'],
      phase: 'last',
      async run(context) {
        const { connector, profile } = context
        const existing = connector.operation(profile)
        await connector.publishToEnd(existing)
        await expectAcceptedEverywhere(context, existing)
        const authorization = wrongTokens['wrong-last'](connector.token) ?? []
        for (const name of ['connect', 'resolve', 'publish'] as const) {
          const request = { ...connector.request(name), bytes: '{"unknown_member":', authorization }
          expectProblem(await connector.send(request), 'rejected-or-absent')
        }
        await expectAcceptedEverywhere(context, existing, true)
      },
    }),
    defineCase({
      id: 'authentication/invalid-body-status',
      title: 'answers a wrong token with 401 or 403 also when the body is invalid',
      requirements: ['R15-should-invalid-body'],
      phase: 'last',
      async run(context) {
        const { connector, profile } = context
        await connector.publishAccepted(connector.operation(profile))
        const authorization = wrongTokens['wrong-last'](connector.token) ?? []
        for (const name of ['connect', 'resolve', 'publish'] as const) {
          const request = { ...connector.request(name), bytes: '{"unknown_member":', authorization }
          expectUnauthorized(await connector.send(request), lockOut(context))
        }
      },
    }),
    defineCase({
      id: 'authentication/bare-token',
      title: 'refuses the bare token without the Bearer scheme',
      requirements: ['R15-should-bare'],
      phase: 'last',
      async run(context) {
        await refusedEverywhere(context, [context.connector.token], expectRefused)
      },
    }),
    defineCase({
      id: 'authentication/two-headers',
      title: 'refuses a request with two Authorization headers',
      requirements: ['R12-should-two-headers'],
      phase: 'last',
      async run(context) {
        const right = `Bearer ${context.connector.token}`
        const wrong = wrongTokens['wrong-first'](context.connector.token)?.[0] ?? ''
        for (const both of [
          [right, wrong],
          [wrong, right],
        ]) {
          await refusedEverywhere(context, both, expectRefused)
        }
      },
    }),
    defineCase({
      id: 'authentication/timing',
      title: 'takes as long to refuse a token that is almost right as one that is all wrong',
      requirements: ['R15-should-timing'],
      phase: 'last',
      async run(context) {
        if (!context.timing) throw new Inapplicable('R15: not asked for (--timing): up to 1 000 wrong tokens')
        await context.connector.publishAccepted(context.connector.operation(context.profile))
        await expectNoGrossLeak(context)
      },
    }),
  ],
})

function expectRefused(exchange: Exchange): void {
  const { status } = expectAnswerWithStatus(exchange, 'a non-2xx status')
  if (status < 400) throw new Violation(`a refusal from ${askedFor(exchange)}`, `status ${status}`)
}
