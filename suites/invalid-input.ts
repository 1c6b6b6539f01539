import { type Case, type Check, defineCheck } from '../harness/checks/define.ts'
import type { CaseContext, Controls } from '../harness/checks/context.ts'
import { expectNotShed, expectRefusal, expectSuccess, expectTaken } from '../harness/checks/expect.ts'
import { Inapplicable, Violation } from '../harness/checks/verdict.ts'
import { limits, type RouteName } from '../harness/protocol/index.ts'
import { defineCase } from './define.ts'
import { forAll, forEach, naming } from './for-all.ts'
import {
  type Change,
  givenMember,
  givenMutation,
  missingSetting,
  type Mutation,
  type Mutations,
  notAnObject,
  notHttp,
  overLimit,
  textOfLength,
  unknownMember,
  unknownOption,
  unknownSetting,
  wrongMembers,
  wrongSettingType,
} from './mutations.ts'
import {
  changed,
  expectFreeAfterRefusal,
  expectRefusedUnwritten,
  expectRefusedWithoutTrace,
} from './refused-publish.ts'
import type { RequirementId } from './requirements/index.ts'

type Context = CaseContext & Pick<Controls, 'destination'>

/** The positive control around every refusal: valid input of this profile is accepted before and after. */
async function betweenAccepted(context: Context, refusals: () => Promise<void>): Promise<void> {
  const { connector, profile } = context
  await connector.publishAccepted(connector.operation(profile))
  await refusals()
  await connector.publishAccepted(connector.operation(profile))
}

/** In company writes that name no operation are everybody's. */
type Company = { readonly batch: 'input' } | { readonly batch?: never }

/** A case that publishes generated defects of one kind and wants each of them refused before anything is written. */
function refuses(
  slug: string,
  title: string,
  requirements: readonly [RequirementId, ...RequirementId[]],
  mutations: (context: Context) => Mutations,
  company: Company = { batch: 'input' },
): Case {
  const expectRefused = company.batch ? expectRefusedUnwritten : expectRefusedWithoutTrace
  return defineCase({
    id: `invalid-input/${slug}`,
    title,
    requirements,
    needs: ['destination'],
    ...company,
    each: 'profile',
    async run(context) {
      const { listed, generated, isDefect = () => true } = mutations(context)
      const probe = async ({ change }: Mutation): Promise<void> => {
        await expectRefused(context, (operation) => ({ body: changed(operation, change) }))
      }
      await betweenAccepted(context, async () => {
        await forEach(listed, probe)
        const given = givenMutation(context.given, isDefect)
        if (generated) await forAll(generated, { runs: 8, random: context.random, given }, probe)
      })
    },
  })
}

/** A required text left out or empty, and text over its limit, for one member of the profile. */
function textRules(member: 'content' | 'title' | 'description'): readonly Case[] {
  const rule = ({ profile: { profile } }: Context): { required: boolean; max_length: number } => {
    const declared = profile[member]
    if (!declared || declared.max_length === 0) throw new Inapplicable(`R7: the profile declares no ${member}`)
    return declared
  }
  // The content is what a write can be told by.
  const company: Company = member === 'content' ? {} : { batch: 'input' }
  const required = (context: Context): void => {
    if (!rule(context).required) throw new Inapplicable(`§2.4: ${member} is not required by this profile`)
  }
  return [
    refuses(
      `${member}-missing`,
      `refuses a publish without the required ${member}`,
      ['11.5', 'R12-text'],
      (context) => {
        required(context)
        return { listed: [{ change: { [member]: undefined }, input: `no ${member}` }] }
      },
      company,
    ),
    refuses(
      `${member}-empty`,
      `refuses an empty required ${member}`,
      ['11.5', 'R12-text'],
      (context) => {
        required(context)
        return { listed: [{ change: { [member]: '' }, input: `an empty ${member}` }] }
      },
      company,
    ),
    refuses(`${member}-limit`, `refuses ${member} over its limit`, ['11.5', 'R11', 'R12-limit'], (context) =>
      overLimit(member, rule(context).max_length),
    ),
  ]
}

const postRoutes = ['connect', 'resolve', 'publish'] as const

/** A valid body for each POST route; the publish under a new operation. */
function validBody(context: Context, route: (typeof postRoutes)[number]): Record<string, unknown> {
  const { connector, profile } = context
  if (route === 'connect') return { workspace_id: connector.facts.workspaceId }
  if (route === 'publish') return { ...connector.operation(profile).request }
  return {
    connection_ref: connector.connectionRef,
    output_profile: profile.profile.id,
    intent: 'post',
    settings: { ...profile.settings },
  }
}

/** Sends a broken body to each POST route; the publish must be `rejected` and write nothing. */
async function expectRefusedOnEveryRoute(
  context: Context,
  breakIt: (body: Record<string, unknown>, route: RouteName) => { readonly bytes: string } | undefined,
): Promise<void> {
  const { connector, profile, destination } = context
  for (const route of ['connect', 'resolve'] as const) {
    expectSuccess(await connector.send(connector.request(route, validBody(context, route))))
    const broken = breakIt(validBody(context, route), route)
    if (!broken) continue
    expectRefusal(await connector.send({ ...connector.request(route), ...broken }), 'rejected-or-absent')
  }
  const operation = connector.operation(profile)
  const broken = breakIt({ ...operation.request }, 'publish')
  if (!broken) return
  expectRefusal(await connector.publish(operation, { ...broken, odd: true }), 'rejected')
  await destination.expectNothingWritten(operation)
}

/** How such a request is answered is not judged, so it is not waited for either (R12). */
const notHttpWithinMs = 1_000

const requiredMembers = {
  connect: ['workspace_id'],
  resolve: ['connection_ref', 'output_profile'],
  publish: ['operation_id', 'connection_ref', 'capability_revision', 'output_profile'],
} as const satisfies Record<(typeof postRoutes)[number], readonly [string, ...string[]]>

export const invalidInput: Check = defineCheck({
  id: 'invalid-input',
  title: 'rejects invalid content and settings before writing',
  cases: [
    // Without a batch, and therefore next to the cases of the content that have none either.
    defineCase({
      id: 'invalid-input/white-space',
      title: 'refuses required content of nothing but white space',
      requirements: ['R12-should-white-space'],
      needs: ['destination'],
      each: 'profile',
      async run(context) {
        if (!context.profile.profile.content.required)
          throw new Inapplicable('§2.4: content is not required by this profile')
        await betweenAccepted(context, async () => {
          await expectRefusedWithoutTrace(context, (each) => ({ body: changed(each, { content: ' \t\n ' }) }))
        })
      },
    }),
    ...textRules('content'),
    ...textRules('title'),
    ...textRules('description'),
    refuses(
      'setting-unknown',
      'refuses a setting that the profile does not declare',
      ['11.5', '7.1.8', 'R12-setting-unknown'],
      ({ profile }) => unknownSetting(profile.profile),
    ),
    refuses(
      'setting-option',
      'refuses a value outside the options of a setting',
      ['11.5', 'R12-setting-option'],
      ({ profile }) => unknownOption(profile.profile, profile.settings),
    ),
    refuses(
      'setting-type',
      'refuses a setting of another type than its control takes',
      ['11.5', 'R12-setting-type'],
      ({ profile }) => wrongSettingType(profile.profile, profile.settings),
    ),
    refuses(
      'setting-missing',
      'refuses a publish without a required setting that has no default',
      ['11.5', 'R12-setting-missing'],
      ({ profile }) => missingSetting(profile.profile, profile.settings),
    ),
    defineCase({
      id: 'invalid-input/member-unknown',
      title: 'refuses a request with an unknown member on each POST route',
      requirements: ['4.2-unknown-member', '7.1.8', 'R12-member', 'R10-member', 'R2-validation'],
      needs: ['destination'],
      batch: 'input',
      async run(context) {
        await betweenAccepted(context, () =>
          forAll(unknownMember, { runs: 4, random: context.random, given: givenMember(context.given) }, ({ change }) =>
            expectRefusedOnEveryRoute(context, (body) => ({ bytes: JSON.stringify({ ...body, ...change }) })),
          ),
        )
      },
    }),
    defineCase({
      id: 'invalid-input/trailing-value',
      title: 'refuses a second JSON value after the body on each POST route',
      requirements: ['4.2-trailing-value', 'R12-trailing'],
      needs: ['destination'],
      batch: 'input',
      async run(context) {
        await betweenAccepted(context, async () => {
          for (const trailing of ['{}', ' null', '\n[1]']) {
            await expectRefusedOnEveryRoute(context, (body) => ({ bytes: JSON.stringify(body) + trailing }))
          }
        })
      },
    }),
    defineCase({
      id: 'invalid-input/not-json',
      title: 'refuses a body that is not a JSON object on each POST route',
      requirements: ['4.2-json', 'R12-not-json'],
      needs: ['destination'],
      batch: 'input',
      async run(context) {
        await betweenAccepted(context, async () => {
          await forEach(notAnObject, ({ bytes }) => expectRefusedOnEveryRoute(context, () => ({ bytes })))
        })
      },
    }),
    defineCase({
      id: 'invalid-input/wrong-type',
      title: 'refuses a required member that is missing or is not a string, on each POST route',
      requirements: ['R12-type', '2.6-request', '2.7-request', '2.8-request'],
      needs: ['destination'],
      batch: 'input',
      async run(context) {
        await betweenAccepted(context, async () => {
          for (const route of postRoutes) {
            await forEach(wrongMembers(requiredMembers[route]), ({ change }) =>
              expectRefusedOnEveryRoute(context, (body, at) =>
                at === route ? { bytes: JSON.stringify({ ...body, ...change }) } : undefined,
              ),
            )
          }
        })
      },
    }),
    defineCase({
      id: 'invalid-input/profile-unknown',
      title: 'refuses a publish to a profile that the manifest does not have',
      requirements: ['4.2.4', 'R12-profile'],
      needs: ['destination'],
      batch: 'input',
      async run(context) {
        await betweenAccepted(context, async () => {
          await expectRefusedUnwritten(context, (operation) => ({
            body: changed(operation, { output_profile: 'touchstone.unknown' }),
          }))
        })
      },
    }),
    defineCase({
      id: 'invalid-input/connection-unknown',
      title: 'refuses a publish under a connection reference it never gave',
      requirements: ['4.2.4', 'R12-connection'],
      needs: ['destination'],
      batch: 'input',
      async run(context) {
        const { connectionRef } = context.connector
        await betweenAccepted(context, async () => {
          // Without its digits at the end: the reference before or after it may be that of another workspace.
          const stem = connectionRef.replace(/(\d+|.)$/, '')
          for (const other of ['touchstone-unknown', `${connectionRef}x`, ...(stem === '' ? [] : [stem])]) {
            await expectRefusedUnwritten(context, (operation) => ({
              body: changed(operation, { connection_ref: other }),
            }))
          }
        })
      },
    }),
    defineCase({
      id: 'invalid-input/accepted-at-limit',
      title: 'accepts text of exactly the declared length',
      requirements: ['R11'],
      needs: ['destination'],
      batch: 'input',
      each: 'profile',
      async run({ connector, profile: input, destination }) {
        await connector.publishAccepted(connector.operation(input))
        let tried = 0
        for (const member of ['content', 'title', 'description'] as const) {
          const limit = input.profile[member]?.max_length ?? 0
          if (limit === 0 || limit > limits.boundaryTextLength) continue
          tried += 1
          const operation = connector.operation(input)
          const longest = {
            ...operation,
            request: changed(operation, { [member]: textOfLength(operation, member, limit) }),
          }
          await naming(`${member} of exactly ${limit} characters`, async () => {
            expectTaken(await connector.publish(longest))
          })
          await connector.expectPublished(longest)
          await destination.expectItems(longest, 'exactly one')
        }
        if (tried === 0) throw new Inapplicable('R7: the profile declares no text that can be filled to its limit')
      },
    }),
    defineCase({
      id: 'invalid-input/free-after-refusal',
      title: 'knows nothing of an operation it refused, and accepts a valid one under the same id',
      requirements: ['R12b', '3.4-refuse'],
      needs: ['destination'],
      batch: 'input',
      each: 'profile',
      async run(context) {
        const { profile, settings } = context.profile
        const tooLong = profile.content.max_length < limits.boundaryTextLength
        const defects: readonly Mutation[] = [
          { change: { touchstone_unknown: true }, input: 'refused first for an unknown member' },
          { change: { capability_revision: 'touchstone-unknown' }, input: 'refused first for its revision' },
          { change: { output_profile: 'touchstone.unknown' }, input: 'refused first for its profile' },
          { change: { settings: { ...settings, touchstone_unknown: 'x' } }, input: 'refused first for a setting' },
          ...(tooLong
            ? overLimit('content', profile.content.max_length).listed.map(({ change }) => ({
                change,
                input: 'refused first for its content',
              }))
            : []),
        ]
        await forEach(defects, async ({ change }) => {
          const { operation } = await expectRefusedUnwritten(context, (each) => ({ body: changed(each, change) }))
          await expectFreeAfterRefusal(context, operation)
        })
      },
    }),
    defineCase({
      id: 'invalid-input/same-kind-again',
      title: 'gives the same defect the same kind and provider code, also after a restart',
      requirements: ['7.1.6', 'R1b'],
      needs: ['destination'],
      batch: 'input',
      async run(context) {
        const defects: readonly Change[] = [
          { output_profile: 'touchstone.unknown' },
          { touchstone_unknown: true },
          { capability_revision: 'touchstone-unknown' },
        ]
        const kinds = async (): Promise<readonly string[]> => {
          const seen: string[] = []
          for (const change of defects) {
            const { problem } = await expectRefusedUnwritten(context, (each) => ({ body: changed(each, change) }))
            seen.push(JSON.stringify([problem.kind, problem.provider_code ?? null]))
          }
          return seen
        }
        await betweenAccepted(context, async () => {
          const first = await kinds()
          const again = [await kinds()]
          if (context.available.process) {
            await context.available.process.restart()
            again.push(await kinds())
          }
          for (const later of again) {
            const index = first.findIndex((each, at) => each !== later[at])
            if (index < 0) continue
            throw new Violation(
              'the same kind and provider_code for the same defect every time',
              'another one the next time',
              Object.keys(defects[index] ?? {}).join(),
            )
          }
        })
      },
    }),
    defineCase({
      id: 'invalid-input/non-ascii-limit',
      title: 'counts the length of text in Unicode code points',
      requirements: ['R11-should'],
      needs: ['destination'],
      batch: 'input',
      each: 'profile',
      async run(context) {
        const { connector, profile: input } = context
        const limit = input.profile.content.max_length
        if (limit < 40 || limit > limits.boundaryTextLength)
          throw new Inapplicable('R7: no limit that text can be fitted to')
        const operation = connector.operation(input)
        const text = textOf(operation.request['content'])
        const full = text + '\u{1F600}'.repeat(limit - [...text].length)
        await naming(`content of ${limit} code points, most of them outside the basic plane`, async () => {
          expectTaken(await connector.publish({ ...operation, request: { ...operation.request, content: full } }))
        })
        await expectRefusedUnwritten(context, (each) => ({ body: changed(each, { content: `${full}\u{1F600}` }) }))
      },
    }),
    defineCase({
      id: 'invalid-input/numeric-string',
      title: 'takes no numeric string for a number, number for a text or "true" for a checkbox',
      requirements: ['R12-should-loose-types'],
      needs: ['destination'],
      batch: 'input',
      each: 'profile',
      async run(context) {
        const { profile, settings } = context.profile
        const loose = { number: '1', text: 1, textarea: 1, checkbox: 'true' } as const
        const chosen = (profile.settings ?? []).flatMap(({ key, control }) =>
          control in loose ? [{ key, control, value: loose[control as keyof typeof loose] }] : [],
        )
        if (chosen.length === 0) throw new Inapplicable('R12: the profile has no number, text or checkbox setting')
        await betweenAccepted(context, async () => {
          for (const { key, control, value } of chosen) {
            await naming(`setting "${key}" (${control}) as the ${typeof value} ${JSON.stringify(value)}`, async () => {
              await expectRefusedUnwritten(context, (each) => ({
                body: changed(each, { settings: { ...settings, [key]: value } }),
              }))
            })
          }
        })
      },
    }),
    defineCase({
      id: 'invalid-input/duplicate-key',
      title: 'refuses a body with a member twice',
      requirements: ['R12-should-duplicate-key'],
      needs: ['destination'],
      batch: 'input',
      async run(context) {
        await betweenAccepted(context, async () => {
          await expectRefusedUnwritten(context, ({ request }) => ({
            bytes: `${JSON.stringify(request).slice(0, -1)},"capability_revision":${JSON.stringify(request['capability_revision'])}}`,
          }))
        })
      },
    }),
    defineCase({
      id: 'invalid-input/large-body',
      title: 'refuses a body of 2 MiB, or closes, and goes on serving',
      requirements: ['R12-should-large-body', '8-bodies'],
      needs: ['destination'],
      batch: 'input',
      async run(context) {
        const { connector, profile, destination } = context
        await betweenAccepted(context, async () => {
          const operation = connector.operation(profile)
          const bytes = JSON.stringify({ ...operation.request, content: 'a'.repeat(2 * 1024 * 1024) })
          const exchange = await connector.publish(operation, { bytes, odd: true, offTheRecord: true })
          expectNotShed(exchange)
          if (exchange.kind === 'answer' && exchange.status < 400) {
            throw new Violation('a refusal of a body of 2 MiB', `status ${exchange.status}`)
          }
          await destination.expectNothingWritten(operation)
        })
      },
    }),
    defineCase({
      id: 'invalid-input/not-http',
      title: 'writes nothing for a request that is not valid HTTP, and goes on serving',
      requirements: ['R12-not-http'],
      needs: ['destination'],
      batch: 'input',
      async run(context) {
        const { connector, profile, destination } = context
        await betweenAccepted(context, () =>
          forEach(notHttp, async ({ head, mangle }) => {
            const operation = connector.operation(profile)
            const body = JSON.stringify(operation.request)
            const bytes = `${head(body.length)}authorization: Bearer ${connector.token}\r\nhost: connector\r\ncontent-type: application/json\r\n\r\n${mangle(body)}`
            await connector.wire.bytes(Buffer.from(bytes), { deadlineMs: notHttpWithinMs })
            await destination.expectNothingWritten(operation)
          }),
        )
      },
    }),
  ],
})

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
