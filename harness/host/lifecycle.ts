import type { Operation } from './operation.ts'
import type { Authorization } from './open-host.ts'

/** What a host observed of one subject, as far as it came. Plain JSON: its parts may come from two processes (R27). */
export interface LifecycleObservations {
  readonly subject: 'immediate' | 'scheduled'
  /** The connection was accepted. Undefined: never asked, or no answer that tells. */
  readonly connected: boolean | undefined
  /** Asked after the publish. */
  readonly authorization: Authorization | undefined
  /** Where the operation came to stand; undefined when it was never published. */
  readonly operation: Operation['is'] | undefined
  /** Destination items of the operation, by a witness that counts exactly. */
  readonly items: number | undefined
}

export type LifecycleResult =
  | {
      readonly name: 'connect' | 'authorization' | 'publish_immediate' | 'publish_scheduled' | 'final_result'
      readonly result: 'passed' | 'failed'
    }
  | {
      readonly name: 'refresh' | 'revoke'
      readonly result: 'not_applicable'
      readonly reason: 'preconfigured_connection'
    }

/** `incomplete`: something was not observed, so nothing may be recorded (R26). */
export type Lifecycle =
  | { readonly is: 'complete'; readonly results: readonly LifecycleResult[] }
  | { readonly is: 'incomplete'; readonly missing: readonly string[] }

/** The six lifecycle results of a record (R28), in its order. */
export function lifecycle(seen: LifecycleObservations): Lifecycle {
  const missing = missingIn(seen)
  if (missing.length > 0) return { is: 'incomplete', missing }
  const { subject, connected, authorization, operation, items } = seen
  // One that only ever was `unknown` was not seen to be taken on.
  const takenOn = operation === 'published' || operation === 'pending'
  const authorized = authorization?.tokenAccepted === true && authorization.accountOffered
  return {
    is: 'complete',
    results: [
      { name: 'connect', result: word(connected === true) },
      { name: 'authorization', result: word(authorized) },
      { name: `publish_${subject}`, result: word(takenOn) },
      { name: 'final_result', result: word(operation === 'published' && items === 1) },
      { name: 'refresh', result: 'not_applicable', reason: 'preconfigured_connection' },
      { name: 'revoke', result: 'not_applicable', reason: 'preconfigured_connection' },
    ],
  }
}

const word = (passed: boolean): 'passed' | 'failed' => (passed ? 'passed' : 'failed')

/** What a failure makes impossible is not missing: it failed with it. */
function missingIn({ connected, authorization, operation, items }: LifecycleObservations): readonly string[] {
  if (connected === undefined) return ['connect']
  if (!connected) return []
  return [
    ...(operation === undefined || operation === 'prepared' || operation === 'entered' ? ['publish'] : []),
    ...(authorization === undefined ? ['authorization'] : []),
    ...(operation === 'published' && items === undefined ? ['final_result'] : []),
  ]
}
