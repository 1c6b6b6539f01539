import type { Conversation } from './raw-socket.ts'

/** Called around the writes of a burst, e.g. to stop the process of the connector. Always in pairs. */
export interface Around {
  readonly pause: () => void
  readonly resume: () => void
}

/** Where the requests of a burst wait for each other. */
export interface Together {
  /** Calls `write` in the same turn of the event loop as everybody else's, once all have come. */
  arrive(write: () => Conversation): Promise<Conversation>
  /** For one that will not come. */
  absent(): void
}

/** How long the connector stays paused when the kernel cannot take everything, e.g. bodies larger than its buffers. */
const longestPauseMs = 250

export function together(count: number, around: Around | undefined): Together {
  const writers: { readonly write: () => Conversation; readonly resolve: (begun: Promise<Conversation>) => void }[] = []
  let absentees = 0

  const check = (): void => {
    if (writers.length + absentees < count) return
    const written = writeAll()
    writers.forEach(({ resolve }, index) =>
      resolve(
        written.then((conversations) => {
          const conversation = conversations[index]
          if (conversation === undefined) throw new Error('every writer has a conversation')
          return conversation
        }),
      ),
    )
  }

  async function writeAll(): Promise<readonly Conversation[]> {
    try {
      around?.pause()
      const conversations = writers.map(({ write }) => write())
      if (around !== undefined) await handedOver(conversations)
      return conversations
    } finally {
      around?.resume()
    }
  }

  return {
    arrive: (write) =>
      new Promise((resolve) => {
        writers.push({ write, resolve })
        check()
      }),
    absent() {
      absentees++
      check()
    },
  }
}

async function handedOver(conversations: readonly Conversation[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const bound = new Promise<void>((resolve) => (timer = setTimeout(resolve, longestPauseMs)))
  await Promise.race([bound, Promise.all(conversations.map(({ sent }) => sent))])
  clearTimeout(timer)
}
