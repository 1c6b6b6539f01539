/** Things to close in reverse order of opening. Node 20 has the disposal protocol but no `AsyncDisposableStack`. */
export interface ClosingStack extends AsyncDisposable {
  use<T extends AsyncDisposable | Disposable>(resource: T): T
  defer(close: () => Promise<void> | void): void
  /** Hands everything over to a new stack; disposing this one then closes nothing. */
  move(): ClosingStack
}

export function closingStack(): ClosingStack {
  let closers: (() => Promise<void> | void)[] = []
  return {
    use(resource) {
      closers.push(async () => {
        if (Symbol.asyncDispose in resource) await resource[Symbol.asyncDispose]()
        else resource[Symbol.dispose]()
      })
      return resource
    },
    defer: (close) => void closers.push(close),
    move() {
      const moved = closingStack()
      for (const close of closers) moved.defer(close)
      closers = []
      return moved
    },
    async [Symbol.asyncDispose]() {
      const failures: unknown[] = []
      for (let close = closers.pop(); close; close = closers.pop()) {
        try {
          await close()
        } catch (failure) {
          failures.push(failure)
        }
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}
