import process from 'node:process'
import { type Drive, drive } from './drive.ts'

/** One request and its answer between the matrix and a process that drives connectors for it. */
export interface Errand {
  readonly number: number
  readonly drive: Drive
}

// A closed connection is an error with a stack for each of a thousand requests, and nobody reads them here.
Error.stackTraceLimit = 0

process.on('message', (errand: Errand) => {
  const began = performance.now()
  drive(errand.drive).then(
    (observation) => process.send?.({ number: errand.number, observation, millis: performance.now() - began }),
    (error: unknown) => process.send?.({ number: errand.number, broke: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
