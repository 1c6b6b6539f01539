import { existsSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, Server } from 'node:http'
import process from 'node:process'

/**
 * Loaded into a connector: kills whoever started it, which is touchstone, when the request `STRIKE_AT` comes for the
 * `STRIKE_COUNT`th time. Once: a file `struck` says that it happened.
 */
const { STRIKE_AT = '', STRIKE_COUNT = '1' } = process.env
let left = Number(STRIKE_COUNT)

const strike = (): void => {
  writeFileSync('struck', '')
  process.kill(process.ppid, 'SIGKILL')
}

if (!existsSync('struck')) {
  const emit = Server.prototype.emit
  Server.prototype.emit = function (this: Server, event: string | symbol, ...rest: unknown[]): boolean {
    const [request] = rest as [IncomingMessage | undefined]
    if (event === 'request' && `${request?.method} ${request?.url}` === STRIKE_AT && --left === 0) strike()
    return Reflect.apply(emit, this, [event, ...rest])
  } as typeof emit
  // The next start of the connector finds its log: it is a restart in the middle of a case.
  if (STRIKE_AT === 'restart') {
    if (existsSync('started')) strike()
    writeFileSync('started', '')
  }
}
