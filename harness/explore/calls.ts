import type { Exchange } from '../wire/exchange.ts'
import type { Scene } from './scene.ts'

/** A revision that did not outlive a restart makes a repeat stale, and a stale one decides nothing (R19). */
export const isStale = ({ context: { connector }, operation }: Scene): boolean =>
  operation.request['capability_revision'] !== connector.manifest.capability_revision

export const publish = (scene: Scene): Promise<Exchange> =>
  scene.context.connector.publish(scene.operation, isStale(scene) ? { odd: true } : {})

export const lookup = ({ context: { connector }, operation }: Scene): Promise<Exchange> => connector.lookup(operation)
