import type { Exchange } from '../wire/exchange.ts'
import type { HostCall } from './calls.ts'
import type { Clock } from './clock.ts'
import { type Effect, type Note, type Operation, type OperationEvent, type Patience, step } from './operation.ts'
import type { StopReason } from './operation.ts'
import { readLookup, readPublish } from './word.ts'

/** How far an operation came. An `unknown` or `pending` one goes on from there whenever it is published again. */
export type Ending =
  | { readonly why: StopReason; readonly operation: Operation }
  /** The installation did not allow a publish. */
  | { readonly why: 'held back'; readonly operation: Operation; readonly objection: string }

/** What the effects of one operation need. */
export interface Means {
  readonly operationId: string
  readonly patience: Patience
  readonly clock: Clock
  /** By the clock: when the host stops asking. */
  readonly until: number
  readonly signal: AbortSignal
  /** Durable when it returns; throws when it is not. */
  record(note: Note): void | Promise<void>
  send(kind: HostCall['kind']): Promise<Exchange>
  /** Why nothing may be published now. */
  objection(): string | undefined
  called(call: HostCall): void
}

/** Performs the effects of an operation until one of them is to stop. */
export async function carryOut(found: Operation, means: Means): Promise<Ending> {
  let operation = found
  // Only one that has not entered needs leave: asking after one that has is always allowed.
  let effects: readonly Effect[] =
    found.is === 'prepared' ? [{ do: 'ask leave' }] : step(found, { type: 'publish' }, means.patience).effects
  for (;;) {
    const next = await perform(effects, operation, means)
    if ('why' in next) return next
    const stepped = step(operation, next, means.patience)
    operation = stepped.operation
    effects = stepped.effects
  }
}

async function perform(
  effects: readonly Effect[],
  operation: Operation,
  means: Means,
): Promise<OperationEvent | Ending> {
  for (const effect of effects) {
    if (effect.do === 'record') await means.record(effect.note)
    else return act(effect, operation, means)
  }
  throw new Error(`nothing follows for an operation that is ${operation.is}`)
}

async function act(
  effect: Exclude<Effect, { do: 'record' }>,
  operation: Operation,
  means: Means,
): Promise<OperationEvent | Ending> {
  const { operationId, clock, signal } = means
  switch (effect.do) {
    case 'publish': {
      const exchange = await means.send('publish')
      const word = readPublish(exchange)
      means.called({ kind: 'publish', operationId, exchange, word })
      return { type: 'publish answered', word }
    }
    case 'lookup': {
      const exchange = await means.send('lookup')
      const word = readLookup(exchange)
      means.called({ kind: 'lookup', operationId, exchange, word })
      return { type: 'lookup answered', word }
    }
    case 'pause':
      if (clock.now() + effect.ms > means.until) return { type: 'out of time' }
      await clock.pause(effect.ms, signal)
      return { type: 'rested' }
    case 'ask leave': {
      // A publish that nobody waits for would only make its own outcome unknown.
      signal.throwIfAborted()
      const objection = means.objection()
      return objection === undefined ? { type: 'publish' } : { why: 'held back', operation, objection }
    }
    case 'stop':
      return { why: effect.why, operation }
  }
}
