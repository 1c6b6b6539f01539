import type { ConnectorDriver } from '../checks/connector-driver.ts'
import type { DestinationControl } from '../checks/destination-control.ts'
import { outcomeOfThrown } from '../checks/execute.ts'
import { within } from '../checks/poll.ts'
import type { ProfileInput } from '../checks/profile-input.ts'

const never = (): Promise<never> => new Promise(() => {})

/** Longer than an undisturbed publish takes anywhere we know, shorter than any patience. */
const besideWithinMs = 2_000

/**
 * Whether the connector answers one operation while the write of another is held at the gate. A single-threaded one does
 * not, which is its right: nothing is run at the same time then.
 */
export async function heldApart(
  driver: ConnectorDriver,
  destination: DestinationControl,
  input: ProfileInput,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const held = driver.operation(input)
    using armed = destination.arm(held, { at: 'received', act: { do: 'hold' } })
    const holding = driver.publish(held)
    const refused = holding.then((exchange) => (exchange.kind === 'answer' && exchange.status >= 400 ? true : never()))
    const attempt = await Promise.race([destination.struck(armed, 'a write to be held'), refused])
    if (attempt === true) return false
    const beside = driver.operation(input)
    const answered = await within(
      driver.publish(beside).then(() => destination.wrote(beside)),
      besideWithinMs,
      signal,
    )
    const apart = answered === true && attempt.connectorGone === undefined
    armed.release()
    await holding
    await destination.drained(held)
    return apart
  } catch (thrown) {
    // Whatever keeps us from finding out keeps us from running things together.
    if (outcomeOfThrown(thrown, signal).verdict === 'error') throw thrown
    return false
  }
}
