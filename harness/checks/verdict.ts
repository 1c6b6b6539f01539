/** The closed set of verdicts. Which of them a case may earn, and who says it, is in `docs/verdicts.md`. */
export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'inapplicable' | 'error'

export type Level = 'must' | 'should'

/** A verdict with its grounds. */
export type Outcome =
  | { readonly verdict: 'pass' }
  | {
      readonly verdict: 'fail'
      readonly expected: string
      readonly actual: string
      /** The shortest input that shows it, described, never a secret or a post text. */
      readonly input?: string
      readonly generated?: Generated
    }
  | { readonly verdict: 'inconclusive'; readonly reason: string; readonly enable?: string }
  | { readonly verdict: 'inapplicable'; readonly clause: string }
  | { readonly verdict: 'error'; readonly reason: string }

/**
 * What makes a generated input again, whatever becomes of the generator: texts by their length, for one. Holds no secret and
 * no post text.
 */
export type Generated = Readonly<Record<string, string | number | boolean | null>>

/** The connector broke a rule. `expected` and `actual` complete a sentence for a reader who does not know our code. */
export class Violation extends Error {
  readonly expected: string
  readonly actual: string
  readonly input: string | undefined
  readonly generated: Generated | undefined

  constructor(expected: string, actual: string, input?: string, generated?: Generated) {
    super(`expected ${expected}, got ${actual}`)
    this.expected = expected
    this.actual = actual
    this.input = input
    this.generated = generated
  }
}

/** It could not be observed. `enable` says what the reader can do so that it can be. */
export class Inconclusive extends Error {
  readonly enable: string | undefined

  constructor(reason: string, enable?: string) {
    super(reason)
    this.enable = enable
  }
}

/** The requirement does not apply to this connector; `clause` is what says so. */
export class Inapplicable extends Error {}
