import type { Specimen } from './specimen.ts'

/** One of `of` equal shares of all specimens, counted from 1. */
export interface Share {
  readonly number: number
  readonly of: number
}

/** Reads `2/3`. Throws where that is no share. */
export function readShare(text: string): Share {
  const [, number = 0, of = 0] = (/^([1-9]\d?)\/([1-9]\d?)$/.exec(text) ?? []).map(Number)
  if (number < 1 || number > of) throw new Error(`--share wants two numbers like 2/3, not ${JSON.stringify(text)}`)
  return { number, of }
}

/** Every specimen is in one share, and neighbours, which are of a kind, are in different ones. */
export function inShare({ number, of }: Share, all: readonly Specimen[]): (specimen: Specimen) => boolean {
  const mine = new Set(all.filter((_, index) => index % of === number - 1))
  return (specimen) => mine.has(specimen)
}
