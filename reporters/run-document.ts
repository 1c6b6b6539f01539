import type { LearnedFacts, RunEvent, RunFooter, RunHeader } from '../harness/run/event.ts'
import type { CaseResult } from '../harness/run/result.ts'

/** One run that has ended, as every report sees it. */
export interface RunDocument {
  readonly header: RunHeader
  /** Absent when the run never got as far as preparing. */
  readonly learned?: LearnedFacts
  readonly notes: readonly string[]
  /** In the order in which the cases ran. */
  readonly results: readonly CaseResult[]
  readonly footer: RunFooter
}

export interface RunCollector {
  readonly onEvent: (event: RunEvent) => void
  /** Undefined until the run has ended. */
  readonly document: () => RunDocument | undefined
}

/** Keeps of a run what reports need. The history is not kept: it can be long, and only `events.ndjson` shows it. */
export function collectRun(): RunCollector {
  let header: RunHeader | undefined
  let learned: LearnedFacts | undefined
  let footer: RunFooter | undefined
  const notes: string[] = []
  // A case may be judged once more after it ended: the last word counts, at the place of the first.
  const results = new Map<string, CaseResult>()

  const onEvent = (event: RunEvent): void => {
    switch (event.type) {
      case 'run-began':
        header = withoutType(event)
        return
      case 'prepared':
        learned = withoutType(event)
        return
      case 'run-ended':
        footer = withoutType(event)
        return
      case 'note':
        if (!notes.includes(event.text)) notes.push(event.text)
        return
      case 'case-ended':
        results.set(JSON.stringify([event.result.id, event.result.profile]), event.result)
        return
      case 'case-began':
      case 'history':
    }
  }

  return {
    onEvent,
    document: () =>
      header && footer && { header, ...(learned ? { learned } : {}), notes, results: [...results.values()], footer },
  }
}

function withoutType<E extends { readonly type: string }>(event: E): Omit<E, 'type'> {
  const { type: _, ...facts } = event
  return facts
}
