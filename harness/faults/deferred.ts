/** A promise that somebody else settles. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>
  resolve(value: Value): void
}

export function deferred<Value = void>(): Deferred<Value> {
  let settle: (value: Value) => void = () => {}
  const promise = new Promise<Value>((resolve) => (settle = resolve))
  return { promise, resolve: (value) => settle(value) }
}
