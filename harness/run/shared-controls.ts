import type { CaseProcess } from '../checks/context.ts'
import type { DestinationControl } from '../checks/destination-control.ts'
import type { ProcessControl } from '../target/index.ts'
import type { Meeting } from './meeting.ts'

const nothing = async (): Promise<void> => undefined

/** The process for one case of a batch: all of them come to one restart. */
export function sharedProcess(process: ProcessControl, meeting: Meeting): CaseProcess {
  const restart = async (arrange: () => Promise<void> = nothing): Promise<void> => {
    await meeting.meet('ready', nothing)
    await arrange()
    await meeting.meet('restart', () => process.restart())
  }
  return Object.create(process, { restart: { value: restart } }) as CaseProcess
}

/** The destination for one case of a batch: one outage begins when all are ready, and ends when all have seen enough. */
export function sharedDestination(destination: DestinationControl, meeting: Meeting): DestinationControl {
  const outage: DestinationControl['outage'] = async (how, arrange = nothing) => {
    await meeting.meet('ready', nothing)
    await arrange()
    const shared = await meeting.meet('outage', () => destination.outage(how))
    return { [Symbol.asyncDispose]: () => meeting.meet('healed', async () => shared[Symbol.asyncDispose]()) }
  }
  return Object.create(destination, { outage: { value: outage } }) as DestinationControl
}
