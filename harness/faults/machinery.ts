import type { Arms } from './arms.ts'
import type { Book } from './book.ts'
import type { Calibration } from './calibration.ts'
import type { Entry } from './entry.ts'
import type { Followers } from './followers.ts'
import type { GateEvent } from './gate.ts'
import type { Markers } from './markers.ts'
import type { Outages } from './outage.ts'
import type { ReceivedRequest } from './received-request.ts'
import type { UpstreamAnswer } from './upstream.ts'

/** The parts of the gate, as one request meets them. */
export interface Machinery {
  readonly book: Book
  readonly markers: Markers
  readonly followers: Followers
  readonly arms: Arms
  readonly calibration: Calibration
  readonly outages: Outages
  readonly secrets: Set<string>
  readonly isHealth: (entry: Entry) => boolean
  readonly ask: (request: ReceivedRequest) => Promise<UpstreamAnswer>
  readonly observe: (event: GateEvent) => void
  readonly inspect: (bytes: Uint8Array) => void
  /** Set once the gate closes: nothing is forwarded any more. */
  readonly closing: AbortSignal
}
