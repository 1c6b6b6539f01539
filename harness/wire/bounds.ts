/** Bytes of body as received (R4). */
export const longestBody: number = 1 << 20

/** Bytes of one answer's head, and of its trailer. */
export const longestHead: number = 16 * 1024

/** Nesting of arrays and objects in a JSON document. */
export const deepestDocument = 64

/** 1xx answers before the real one; a connector that reports progress every second stays far below. */
export const mostInterimAnswers = 1000

/** Line that announces one chunk, with its extensions. */
export const longestChunkLine = 1024

/** Bytes of one answer altogether, with interim answers and framing; a body of 1 MiB in chunks of one byte takes six. */
export const mostReceived: number = 24 * 1024 * 1024
