import type { CaseProcess } from '../checks/context.ts'
import type { DestinationControl } from '../checks/destination-control.ts'
import { Inconclusive } from '../checks/verdict.ts'
import type { Scene } from './scene.ts'

/* Steps that need a control which is not there are inconclusive; the alphabet has none of them. */

export function destinationOf({ context }: Scene): DestinationControl {
  if (context.available.destination) return context.available.destination
  throw new Inconclusive('this step needs the gate between connector and destination')
}

export function processOf({ context }: Scene): CaseProcess {
  if (context.available.process) return context.available.process
  throw new Inconclusive('this step needs a connector that the harness can kill and restart')
}
