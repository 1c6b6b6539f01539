import { ControlError, type ProcessControl, StartError } from '../target/index.ts'
import { type ComesReady, comesReady } from './comes-ready.ts'

/**
 * Lets whatever comes after an outage find a ready connector: one that the outage left unready is started anew, where the
 * harness can. One that is unready for all that is left as it is for the rest of the run. `toldOf` is told in words why
 * it was started.
 */
export function readyAgain(
  options: ComesReady & {
    readonly process: Pick<ProcessControl, 'running' | 'restart'> | undefined
    readonly toldOf: (text: string) => void
  },
): () => Promise<void> {
  const { process, signal, toldOf } = options
  let isHopeless = false

  return async () => {
    if (!process?.running || isHopeless || signal.aborted) return
    try {
      if (await comesReady(options)) return
      await process.restart()
      toldOf('the connector was not ready any more after an outage had ended, so it was started anew')
      isHopeless = !(await comesReady(options))
    } catch (thrown) {
      // An interrupted run has no more to say, and of a connector that is not there the case that follows says so.
      if (signal.aborted) return
      if (!(thrown instanceof StartError || thrown instanceof ControlError)) throw thrown
      isHopeless = true
      toldOf(`the connector could not be started anew: ${thrown.message}`)
    }
  }
}
