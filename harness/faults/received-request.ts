/** One request as it arrived, complete or as far as it came. */
export interface ReceivedRequest {
  readonly method: string
  /** Path and query as sent. */
  readonly target: string
  readonly headers: readonly Header[]
  readonly body: Buffer
}

export type Header = readonly [name: string, value: string]

/** A complete answer, ready to be passed on: body as received, never decoded. */
export interface CompleteAnswer {
  readonly status: number
  readonly reason: string
  readonly headers: readonly Header[]
  readonly body: Buffer
}
