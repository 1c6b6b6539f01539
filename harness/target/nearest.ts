/** The known word that is most like `word`, when it is like enough to be what was meant. */
export const nearest = (word: string, known: readonly string[]): string | undefined => {
  const ranked = known
    .map((candidate) => ({ candidate, distance: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= Math.max(1, Math.floor(best.candidate.length / 3)) ? best.candidate : undefined
}

/** Edit distance in which swapping two neighbours costs one. */
const distance = (a: string, b: string): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, at(beforeLast, j - 2) + 1)
      row.push(best)
    }
    beforeLast = last
    last = row
  }
  return at(last, b.length)
}

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity
