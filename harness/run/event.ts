import type { HistoryEvent } from '../history/index.ts'
import type { CaseResult, Counts } from './result.ts'

/** What a run tells while it goes on. Reporters and `events.ndjson` get exactly these. */
export type RunEvent =
  | ({ readonly type: 'run-began' } & RunHeader)
  /** The harness learned or did something that a reader wants to know. */
  | { readonly type: 'note'; readonly text: string }
  | ({ readonly type: 'prepared' } & LearnedFacts)
  | {
      readonly type: 'case-began'
      readonly id: string
      readonly profile?: string
      readonly index: number
      readonly of: number
    }
  | { readonly type: 'case-ended'; readonly result: CaseResult }
  /** What was sent, answered, written and broken; `during` names the case. */
  | { readonly type: 'history'; readonly during: string; readonly event: HistoryEvent }
  | ({ readonly type: 'run-ended' } & RunFooter)

export interface RunHeader {
  readonly harness: string
  readonly node: string
  readonly seed: number
  readonly plan: { readonly digest: string; readonly cases: number; readonly full: boolean }
  readonly connector: string
  readonly controls: readonly string[]
  /** Factor of every long wait; absent when it is 1, and only then the run can certify (`isInRealTime`). */
  readonly timeScale?: number
}

/** What was learned before the first case. */
export interface LearnedFacts {
  readonly provider?: string
  readonly implementation?: string
  readonly revision?: string
  readonly profiles: readonly string[]
  readonly witness?: string
  readonly write?: string
  readonly writeIs?: 'pinned' | 'learned'
  readonly reusesConnections?: boolean
}

export interface RunFooter {
  readonly counts: Counts
  readonly exitCode: number
  readonly complete: boolean
  readonly millis: number
  readonly planDigest: string
}
