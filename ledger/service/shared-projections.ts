import type { Projection, Readiness } from '../readiness/index.ts'

interface Turn {
  /** Began before whoever asks now came: it may not know what was appended since. */
  readonly running: Promise<Projection>
  /** Begins when that one is done; whoever asks until then shares it. */
  next?: Promise<Projection>
}

/**
 * The same readiness, which makes one projection at a time for each workspace: many who ask at once cost as much as two.
 * Nobody gets one that began before they asked.
 */
export function sharedProjections(readiness: Readiness): Readiness {
  const turns = new Map<string | undefined, Turn>()
  const begin = (workspaceId: string | undefined): Promise<Projection> => {
    const running = readiness.project(workspaceId === undefined ? {} : { workspaceId })
    const turn: Turn = { running }
    turns.set(workspaceId, turn)
    const end = (): void => {
      if (turns.get(workspaceId) === turn && turn.next === undefined) turns.delete(workspaceId)
    }
    running.then(end, end)
    return running
  }
  return {
    ...readiness,
    project({ workspaceId } = {}) {
      const turn = turns.get(workspaceId)
      if (turn === undefined) return begin(workspaceId)
      const after = (): Promise<Projection> => begin(workspaceId)
      return (turn.next ??= turn.running.then(after, after))
    },
  }
}
