/** The value that a JSON pointer (RFC 6901) leads to; undefined when it leads nowhere. */
export const follow = (pointer: string, document: unknown): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Readonly<Record<string, unknown>>)[key]
          : undefined,
      document,
    )
