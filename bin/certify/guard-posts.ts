import type { PublishedStored } from '../../harness/host/index.ts'
import type { InFence } from '../../harness/run/index.ts'
import type { Wire } from '../../harness/wire/index.ts'

/** Stands before every post of live evidence, which nobody can take back. */
export interface PostGuard {
  readonly wire: Pick<Wire, 'send'>
  /** Publishes stored renditions one by one, each after it was asked whether it may. */
  oneByOne(
    stored: readonly InFence[],
    publish: (one: readonly InFence[]) => Promise<readonly PublishedStored[]>,
  ): Promise<readonly PublishedStored[]>
  /** How many of all items may be at the destination, for the end of a sentence. */
  told(): string
}

/** @param expectAllowed is asked before each post; a lifecycle takes minutes, and throws what forbids to go on */
export function guardPosts(wire: Pick<Wire, 'send'>, wished: number, expectAllowed: () => Promise<void>): PostGuard {
  // An item that is posted again after it was turned away is one.
  const begun = new Set<unknown>()
  const begin = async (operationId: unknown): Promise<void> => {
    await expectAllowed()
    begun.add(operationId)
  }
  return {
    wire: {
      async send(request) {
        if (request.method === 'POST' && request.path === '/v1/publishes') {
          await begin((request.json as { readonly operation_id?: unknown } | undefined)?.operation_id)
        }
        return await wire.send(request)
      },
    },
    async oneByOne(stored, publish) {
      const published: PublishedStored[] = []
      for (const each of stored) {
        await begin(each.stored.operationId)
        published.push(...(await publish([each])))
      }
      return published
    },
    told: () => (begun.size === 0 ? 'nothing was posted' : `at most ${begun.size} of ${wished} items were posted`),
  }
}
