import process from 'node:process'
import { referenceConnectorEntry } from '../fixtures/index.ts'

/** How the reference connector is disturbed at requests whose path begins with `at`. */
export interface Disturbance {
  readonly at: string
  /** `hang` never answers and leaves a file `reached` in the working folder; `die` ends the process with code 7. */
  readonly how: 'hang' | 'die'
}

/** Arguments and environment of a reference connector that is disturbed. */
export const disturbed = ({ at, how }: Disturbance): { command: readonly string[]; env: Record<string, string> } => ({
  command: [process.execPath, '--eval', script],
  env: { AT: at, HOW: how, MAIN: referenceConnectorEntry },
})

const script = `
const { Server } = require('http')
const { writeFileSync } = require('fs')
const { AT, HOW, MAIN } = process.env
const emit = Server.prototype.emit
Server.prototype.emit = function (event, request, ...rest) {
  if (event !== 'request' || !request.url.startsWith(AT)) return emit.call(this, event, request, ...rest)
  if (HOW === 'die') process.exit(7)
  writeFileSync('reached', String(process.pid))
  return true
}
import(MAIN)
`
