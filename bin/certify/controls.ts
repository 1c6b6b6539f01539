import type { Configuration } from '../../harness/target/index.ts'
import { UsageError } from '../usage-error.ts'

const lines = {
  process: `process:
  command: [./my-connector]     # or commands: { kill: […], start: […], identity: […] }`,
  destination: `destination:
  upstream: http://127.0.0.1:18055   # or handlers: ./destination.mjs, or simulate: generic`,
  logs: `logs:
  from: process                 # or { files: [a.log] }, { command: […] }, none`,
} as const

/** Local evidence comes from a run with every control (R29). @throws UsageError with the lines to add */
export function expectEveryControl(configuration: Configuration): void {
  const missing = (['process', 'destination', 'logs'] as const).filter(
    (control) => configuration[control] === undefined,
  )
  if (missing.length === 0) return
  throw new UsageError(
    `certify needs every control, and ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing; add to touchstone.yaml:\n${missing
      .map((control) => lines[control])
      .join('\n')}`,
  )
}
