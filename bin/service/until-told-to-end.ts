import process from 'node:process'

/** Resolves at Ctrl-C and at the signals of whoever supervises us; a second one then ends the process at once. */
export function untilToldToEnd(): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  return new Promise((resolve) => {
    const end = (): void => {
      for (const signal of signals) process.off(signal, end)
      resolve()
    }
    for (const signal of signals) process.on(signal, end)
  })
}
