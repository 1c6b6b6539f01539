/* Of some failures the circumstances are a part: who has only the case cannot see them again, or say that they are gone. */

/** The actual of a failure that no case showed alone. */
export const seenBesideOthers = (actual: string, cases: number): string =>
  `${actual} while ${cases} cases ran at the same time, and not when each ran alone`

/** The actual of a failure that showed while other cases ran already. */
export const seenAfterwards = (actual: string): string => `${actual}, seen after the case had ended`

/** Whether the actual of a failure says that it took more than the case: one that passes alone then says nothing. */
export const tookWholeRun = (actual: string): boolean =>
  / while \d+ cases ran at the same time, and not when each ran alone$|, seen after the case had ended$/.test(actual)
