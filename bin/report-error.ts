import process from 'node:process'
import { nearest } from '../harness/target/nearest.ts'
import { UnknownWord, UsageError } from './usage-error.ts'

/** Prints what ended a command before it had a result, and gives the exit code of design §2. */
export async function reportError(thrown: unknown): Promise<2 | 4> {
  // Most mistakes are found before anything of the harness is loaded, and it takes long to load.
  const usage = usageMessage(thrown) ?? (await configurationMessage(thrown))
  const { printableLines } = await import('../reporters/printable.ts')
  const say = (text: string): void => void process.stderr.write(`touchstone: ${printableLines(text).join('\n')}\n`)
  if (usage !== undefined) {
    say(usage)
    return 2
  }
  const what = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  say(`the harness itself failed, which says nothing about the connector\n${what}`)
  return 4
}

function usageMessage(thrown: unknown): string | undefined {
  if (thrown instanceof UnknownWord) {
    const meant = nearest(thrown.word, thrown.known)
    return `${thrown.message}; ${meant === undefined ? '`touchstone --help` shows what there is' : `did you mean ${meant}?`}`
  }
  if (thrown instanceof UsageError) return thrown.message
  return unusableAddress(thrown) ?? (thrown instanceof Error ? unusableAddress(thrown.cause) : undefined)
}

async function configurationMessage(thrown: unknown): Promise<string | undefined> {
  const { PlanError } = await import('../harness/run/index.ts')
  const { ConfigurationError } = await import('../harness/target/index.ts')
  return thrown instanceof PlanError || thrown instanceof ConfigurationError ? thrown.message : undefined
}

/** Where we are to listen is configured: the gate by `destination.listen`, `serve` by `--port`. */
function unusableAddress(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('syscall' in thrown) || thrown.syscall !== 'listen') return undefined
  const { code, address, port } = thrown as NodeJS.ErrnoException & { address?: string; port?: number }
  const place = `${address}:${port}`
  switch (code ?? '') {
    case 'EADDRINUSE':
      return `something already listens at ${place}; end it, or choose another port`
    case 'EADDRNOTAVAIL':
      return `cannot listen at ${place}: this machine has no such address`
    case 'EACCES':
      return `cannot listen at ${place}: the current user may not; choose a port above 1023`
    default:
      return undefined
  }
}
