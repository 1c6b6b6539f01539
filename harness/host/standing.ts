import { fresh, type Note, type Operation } from './operation.ts'

/** How an operation is kept: in a fence, or by whoever keeps operations elsewhere. */
export interface Standing {
  readonly state: 'prepared' | 'entered' | 'pending' | 'published' | 'rejected'
  readonly publishes: number
  /** What the connector said, for a state that it said. */
  readonly answer: string | null
}

/** What a note changes, and only where the operation stands as it says. */
export interface Change extends Pick<Standing, 'state' | 'answer'> {
  /** Null: as it was. */
  readonly publishes: number | null
  /** Where the operation must stand for the note to be true. */
  readonly from: readonly Standing['state'][]
  /** What `publishes` must be for that; null: whatever it is. */
  readonly before: number | null
}

const lawful = {
  entered: ['prepared'],
  cleared: ['entered'],
  pending: ['entered', 'pending'],
  published: ['entered', 'pending'],
  rejected: ['entered', 'pending'],
} as const satisfies Record<Note['is'], readonly Standing['state'][]>

export function changeFor(note: Note): Change {
  // What is said of one publish must not be taken for another.
  const publishes = 'publishes' in note ? note.publishes : null
  return {
    state: note.is === 'cleared' ? 'prepared' : note.is,
    answer: answerOf(note),
    publishes,
    from: lawful[note.is],
    before: note.is === 'entered' ? note.publishes - 1 : publishes,
  }
}

/** As a host that finds it has to take it: one that entered and has no result is unknown. */
export function restored({ state, publishes, answer }: Standing): Operation {
  // Safe: `record` wrote it, in this form.
  const said = <Word>(): Word => JSON.parse(answer ?? 'null') as Word
  switch (state) {
    case 'prepared':
      return { ...fresh, publishes }
    case 'entered':
      return { is: 'unknown', publishes, turnedAway: false, asked: 0 }
    case 'pending':
      return { ...said<Extract<Note, { is: 'pending' }>>(), publishes }
    case 'published':
      return { is: 'published', publishes, result: said() }
    case 'rejected':
      return { is: 'rejected', publishes, refusal: said() }
  }
}

const answerOf = (note: Note): string | null => {
  switch (note.is) {
    case 'entered':
    case 'cleared':
      return null
    case 'pending':
      return JSON.stringify(note)
    case 'published':
      return JSON.stringify(note.result)
    case 'rejected':
      return JSON.stringify(note.refusal)
  }
}
