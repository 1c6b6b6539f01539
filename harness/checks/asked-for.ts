import { printable } from '../wire/printable.ts'
import type { Exchange } from '../wire/exchange.ts'

/** The request of an exchange as a finding names it, with the whole id of its operation: reports are searched for it. */
export const askedFor = ({ asked }: Exchange): string => `${asked.method} ${printable(asked.path)}`

/**
 * A rule as a finding words it, without what is new in every run: ids of operations, and times that were measured. Two
 * findings with the same one broke the same rule.
 */
export const ruleIn = (expected: string): string =>
  expected.replaceAll(/(\/v1\/operations\/)\S+/g, '$1').replaceAll(/\d+(\.\d+)? s\b/g, 's')
