import type { KeepBody } from './body-store.ts'
import { documentOf } from './document-of.ts'
import { type Answer, type Asked, type Moments, nextMoment, type Silence } from './exchange.ts'

/** Collects the moments of one exchange while it happens, and makes the result of it. */
export interface Recording {
  /** The first byte is about to be written. */
  writing(): void
  sent(): void
  firstByte(): void
  answer(status: number, headers: Readonly<Record<string, string>>, body: Uint8Array): Answer
  silence(why: Silence['why'], detail: string, status?: number): Silence
}

export function startRecording(asked: Asked, keep: KeepBody): Recording {
  const began = nextMoment()
  let start = performance.now()
  let sent: number | undefined
  let firstByte: number | undefined

  const end = (): { asked: Asked; moments: Moments; millis: number } => ({
    asked,
    moments: {
      began,
      ...(sent === undefined ? {} : { sent }),
      ...(firstByte === undefined ? {} : { firstByte }),
      ended: nextMoment(),
    },
    millis: performance.now() - start,
  })

  return {
    writing() {
      start = performance.now()
    },
    sent() {
      sent ??= nextMoment()
    },
    firstByte() {
      firstByte ??= nextMoment()
    },
    answer(status, headers, body) {
      const again = keep(body)
      const document = documentOf(body, again)
      return {
        kind: 'answer',
        ...end(),
        status,
        headers,
        get body() {
          return again()
        },
        get document() {
          return document()
        },
      }
    },
    silence: (why, detail, status) => ({
      kind: 'silence',
      ...end(),
      why,
      detail,
      ...(status === undefined ? {} : { status }),
    }),
  }
}
