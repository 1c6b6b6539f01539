import { type Case, type Check, defineCheck } from '../harness/checks/define.ts'
import type { CaseContext } from '../harness/checks/context.ts'
import { expectNoComplaint, expectSuccess } from '../harness/checks/expect.ts'
import { Inapplicable, Inconclusive, Violation } from '../harness/checks/verdict.ts'
import { checkManifest, type Complaint, type ManifestTopic, readManifest } from '../harness/protocol/index.ts'
import { defineCase } from './define.ts'
import type { RequirementId } from './requirements/index.ts'
import { sameOffer } from './same-offer.ts'
import { expectSearchable } from './searchable.ts'

async function complaints({ connector, builtinProviders }: CaseContext): Promise<readonly Complaint[]> {
  const value = expectSuccess(await connector.get('manifest'), 'a manifest')
  return checkManifest(value, { builtinProviders })
}

/** One topic of the manifest. A manifest that cannot be read at all fails `shape` and leaves the rest undecided. */
function holds(
  topic: ManifestTopic,
  slug: string,
  title: string,
  requirements: readonly [RequirementId, ...RequirementId[]],
): Case {
  return defineCase({
    id: `manifest/${slug}`,
    title,
    requirements,
    async run(context) {
      const found = await complaints(context)
      expectNoComplaint(
        found.filter((complaint) => complaint.topic === topic),
        'the manifest',
      )
      if (topic !== 'shape') await expectReadable(context)
    },
  })
}

async function expectReadable({ connector }: CaseContext): Promise<void> {
  const value = expectSuccess(await connector.get('manifest'), 'a manifest')
  if (!readManifest(value)) throw new Inconclusive('the manifest is too broken to decide this; manifest/shape says how')
}

export const manifest: Check = defineCheck({
  id: 'manifest',
  title: 'returns a manifest that the service accepts',
  cases: [
    holds('shape', 'shape', 'returns a manifest with every required member in its type', [
      '11.2',
      '2.4-protocol-version',
      '2.4-implementation-version',
      '2.4-provider',
      '2.4-revision',
      '2.4-polling',
      '2.4-content',
      '2.4-title',
      '9-protocol-version',
      '9-implementation-version',
      'R6-shape',
    ]),
    holds('ids', 'ids', 'uses provider and profile ids of the ID format', ['2.4-id-format', '8-id-length', 'R6-ids']),
    holds('modes', 'modes', 'offers the preconfigured connection mode and no other', ['2.4-modes', 'R6-modes']),
    holds('profiles', 'profiles', 'offers at least one short_text profile for posts', [
      '2.4-profiles',
      '2.4-profile',
      'R6-profiles',
    ]),
    holds('media', 'media', 'takes zero media items in every profile', ['2.4-media', '8-media', 'R6-media']),
    holds('settings', 'settings', 'describes each setting with a key, a label and one of the six controls', [
      '2.4-setting',
      '2.4-control',
      'R6-settings',
    ]),
    holds('html', 'no-html', 'shows no HTML, script or vector image in a display string', ['2.4-no-markup', 'R6a']),
    defineCase({
      id: 'manifest/no-secret',
      title: 'keeps every token out of the manifest',
      requirements: ['4.2-no-secret', 'R24-answers'],
      async run(context) {
        const { connector, secrets } = context
        const exchange = await connector.get('manifest')
        expectSuccess(exchange, 'a manifest')
        if (exchange.kind !== 'answer') return
        expectSearchable(secrets, ['connector token', 'destination token'])
        const [leak] = secrets.search(exchange.body, ['connector token', 'destination token'])
        if (leak) throw new Violation('a manifest without secrets', `the ${leak.kind}, ${leak.encoding}`)
        await expectReadable(context)
      },
    }),
    defineCase({
      id: 'manifest/stable',
      title: 'changes its capability revision whenever limits, settings or profiles change',
      requirements: ['9-revision-changes', 'R6b'],
      phase: 'closing',
      async run({ connector, observations }) {
        for (let again = 0; again < 2; again += 1) expectSuccess(await connector.get('manifest'), 'a manifest')
        const seen = observations.documents('manifest').flatMap((value) => readManifest(value) ?? [])
        if (seen.length < 2) throw new Inconclusive('no two readable manifests were seen in this run')
        for (const later of seen) {
          if (later.provider.id !== seen[0]?.provider.id) {
            throw new Violation('one provider.id in every manifest of a run', 'two different ones')
          }
          const first = seen.find(({ capability_revision }) => capability_revision === later.capability_revision)
          if (first && !sameOffer(first, later)) {
            throw new Violation(
              'a new capability_revision with other limits, settings or profiles',
              'the same revision for two different offers',
            )
          }
        }
      },
    }),
    defineCase({
      id: 'manifest/stable-over-restart',
      title: 'keeps its provider id over a restart',
      requirements: ['R6b'],
      needs: ['process'],
      batch: 'restart',
      async run({ connector, process }) {
        const before = connector.manifest
        await process.restart()
        const value = expectSuccess(await connector.get('manifest'), 'a manifest')
        const after = readManifest(value)
        if (!after) throw new Violation('the same manifest after a restart', 'a manifest that cannot be read')
        if (after.provider.id !== before.provider.id) {
          throw new Violation('the same provider.id after a restart', 'another one')
        }
        if (after.capability_revision === before.capability_revision && !sameOffer(before, after)) {
          throw new Violation('the same offer under the same capability_revision after a restart', 'another offer')
        }
      },
    }),
    defineCase({
      id: 'manifest/revision-over-restart',
      title: 'keeps its capability revision over a restart while nothing changed',
      requirements: ['R6b-should'],
      needs: ['process'],
      batch: 'restart',
      async run({ connector, process }) {
        const before = connector.manifest
        await process.restart()
        const after = readManifest(expectSuccess(await connector.get('manifest'), 'a manifest'))
        if (after?.capability_revision === before.capability_revision) return
        throw new Violation('the same capability_revision after a restart', 'another one')
      },
    }),
    defineCase({
      id: 'manifest/polling-honest',
      title: 'says operations.polling when it answers pending',
      requirements: ['2.4-polling', 'R8'],
      phase: 'closing',
      async run({ connector, profile, observations }) {
        await connector.publishAccepted(connector.operation(profile))
        const results = [...observations.documents('publish'), ...observations.documents('lookup')]
        const pending = results.filter((result) => statusOf(result) === 'pending').length
        if (connector.manifest.operations.polling || pending === 0) return
        throw new Violation('no pending result while operations.polling is false', `${pending} of them in this run`)
      },
    }),
    holds('unique', 'unique', 'gives every profile id and every setting key once', ['R6-should-unique']),
    holds('defaults', 'defaults', 'gives defaults that fit their control, and options to choice controls', [
      'R6-should-defaults',
    ]),
    defineCase({
      id: 'manifest/reserved-provider',
      title: 'does not use the id of a built-in provider',
      requirements: ['2.4-provider-reserved', 'R6-reserved'],
      async run(context) {
        if (context.builtinProviders.length === 0) {
          throw new Inapplicable('R6: the configuration names no builtin_providers')
        }
        const found = await complaints(context)
        expectNoComplaint(
          found.filter(({ topic }) => topic === 'reserved'),
          'the manifest',
        )
        await expectReadable(context)
      },
    }),
  ],
})

const statusOf = (result: unknown): unknown =>
  typeof result === 'object' && result !== null && Object.hasOwn(result, 'status')
    ? Reflect.get(result, 'status')
    : undefined
