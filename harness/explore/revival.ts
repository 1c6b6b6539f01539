/** Carries out work on a ready connector, or gives `otherwise` where it cannot be made ready. */
export type Revival = <T>(work: () => Promise<T>, otherwise: () => T) => Promise<T>

/**
 * Work begins on a ready connector only. One that what came before it left hanging or unready is revived first, by one for
 * all, while no other work goes on: starting it anew would disturb that.
 */
export function createRevival(connector: {
  readonly isReady: () => Promise<boolean>
  readonly revived: () => Promise<boolean>
}): Revival {
  const working = new Set<Promise<unknown>>()
  let reviving: Promise<boolean> | undefined
  const reviveAlone = async (): Promise<boolean> => {
    while (working.size > 0) await Promise.allSettled(working)
    return await connector.revived()
  }
  return async (work, otherwise) => {
    // What has become ready meanwhile may be about to be started anew for somebody else.
    if (!(await connector.isReady()) || reviving) {
      reviving ??= reviveAlone().finally(() => (reviving = undefined))
      if (!(await reviving)) return otherwise()
    }
    const done = work()
    const counted = done.finally(() => working.delete(counted))
    working.add(counted)
    counted.catch(() => undefined)
    return await done
  }
}
