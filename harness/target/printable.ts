import { printable as bounded } from '../wire/printable.ts'

/** Text of the other side, safe to print in its whole length. */
export const printable = (text: string): string => bounded(text, Infinity)
