/** Mistakes that no probe from outside can tell from a correct connector, and therefore no mutants. */
export const outOfReach: readonly { readonly mistake: string; readonly why: string }[] = [
  {
    mistake: 'a journal that is not synchronized to the disk (no fsync)',
    why: 'SIGKILL leaves the page cache as it is; only a power failure would show it, and none can be caused from here (R23)',
  },
  {
    mistake: 'a token compared with ===',
    why: 'the difference is some nanoseconds, and from outside only microseconds can be told (R15); `authentication/timing` finds gross leaks',
  },
  {
    mistake: 'a result stored in one step later than the answer of the destination, within the same turn',
    why: 'no kill strikes between two steps of one turn often enough to be counted on; it is tried (`restart/crash-answered-…`, R23c)',
  },
  {
    mistake: 'a race narrower than one turn of the event loop in a connector with several threads',
    why: 'every request of a burst is there before the first is read; what happens after that is up to the machine',
  },
]

/** Cases of level should that no mutant is named for, with the reason. */
export const shouldWithoutMutant: Readonly<Record<string, string>> = {}
