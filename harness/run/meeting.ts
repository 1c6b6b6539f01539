/**
 * Lets cases that run at the same time share one change of the target: one restart, one outage. Each of them comes to the
 * same points in the same order; what happens there happens once, when everyone who is still present has come.
 */
export interface Meeting {
  /** Resolves when `action`, which is that of whoever came last, has been done. Rejects for all of them when it fails. */
  meet<T>(point: string, action: () => Promise<T>): Promise<T>
  /** A case has ended and comes to no more points. */
  leave(): void
}

export function createMeeting(seats: number): Meeting {
  let present = seats
  const points = new Map<string, Point>()

  const begin = (name: string, { action, settle }: Point): void => {
    points.delete(name)
    settle(action())
  }
  const look = (): void => {
    for (const [name, point] of points) {
      if (point.arrived === present) return begin(name, point)
    }
    // Everyone waits, but not at the same point: whoever is at the oldest goes on without the others.
    const waiting = [...points.values()].reduce((sum, { arrived }) => sum + arrived, 0)
    const [oldest] = points
    if (waiting === present && oldest) begin(...oldest)
  }

  return {
    async meet<T>(name: string, action: () => Promise<T>): Promise<T> {
      const point = points.get(name) ?? newPoint()
      points.set(name, point)
      point.arrived += 1
      point.action = action
      const done = point.done
      look()
      return (await done) as T
    },
    leave() {
      present -= 1
      look()
    },
  }
}

interface Point {
  arrived: number
  action: () => Promise<unknown>
  readonly done: Promise<unknown>
  readonly settle: (result: Promise<unknown>) => void
}

function newPoint(): Point {
  let settle: Point['settle'] = () => {}
  const done = new Promise<unknown>((resolve) => (settle = resolve))
  return { arrived: 0, action: async () => undefined, done, settle }
}
