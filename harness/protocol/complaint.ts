/** One thing that is wrong in a message. `expected` and `actual` complete "expected …, got …"; neither holds private text. */
export interface Complaint {
  readonly topic: Topic
  readonly level: 'must' | 'should'
  /** JSON pointer into the message; `''` is the whole of it. */
  readonly pointer: string
  readonly expected: string
  readonly actual: string
}

export type ManifestTopic =
  | 'shape'
  | 'ids'
  | 'modes'
  | 'profiles'
  | 'media'
  | 'settings'
  | 'html'
  | 'secret'
  | 'reserved'
  /** Always should. */
  | 'unique'
  /** Always should. */
  | 'defaults'

export type HealthTopic = 'shape'

export type ConnectionTopic = 'shape' | 'accounts' | 'url' | 'html'

/** `reason` is always should. */
export type ResolutionTopic = 'shape' | 'html' | 'reason'

/** `ttl` is should where the member is absent, must where its value is out of bounds. */
export type ResultTopic = 'shape' | 'poll' | 'ttl' | 'url' | 'failed'

/** `good-practice` is always should. */
export type ProblemTopic = 'shape' | 'status' | 'outcome' | 'html' | 'good-practice'

export type PublishTopic = 'shape' | 'ids'

/** What a complaint is about, so that each case can pick its own. */
export type Topic =
  ManifestTopic | HealthTopic | ConnectionTopic | ResolutionTopic | ResultTopic | ProblemTopic | PublishTopic

/** A complaint about something the specification demands. */
export const must = (topic: Topic, pointer: string, expected: string, actual: string): Complaint => ({
  topic,
  level: 'must',
  pointer,
  expected,
  actual,
})

/** A complaint about good practice. */
export const should = (topic: Topic, pointer: string, expected: string, actual: string): Complaint => ({
  topic,
  level: 'should',
  pointer,
  expected,
  actual,
})
