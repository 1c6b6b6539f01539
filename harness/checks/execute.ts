import { GateError } from '../faults/index.ts'
import { ControlError, StartError, WitnessError } from '../target/index.ts'
import type { Case } from './define.ts'
import type { CaseContext, Control, Controls } from './context.ts'
import { Inapplicable, Inconclusive, type Outcome, Violation } from './verdict.ts'

/** Runs one case to its outcome. The only place that turns what a case throws into a verdict. */
export async function execute(subject: Case, context: CaseContext & Partial<Controls>): Promise<Outcome> {
  const missing = subject.needs.find((control) => !context.available[control])
  if (missing) return { verdict: 'inconclusive', ...missingControl[missing] }
  try {
    // Not copied: a copy would ask for the profile, which a case about a broken manifest must not.
    await bounded(subject.run(context as CaseContext & Controls), context.signal)
    return { verdict: 'pass' }
  } catch (thrown) {
    return outcomeOfThrown(thrown, context.signal)
  }
}

/** What a thrown value says about the case; anything unknown is our own fault. */
export function outcomeOfThrown(thrown: unknown, signal: AbortSignal): Outcome {
  // Whatever went wrong after the run was stopped may have gone wrong because of that.
  if (signal.aborted) return { verdict: 'inconclusive', reason: whyStopped(signal) }
  if (thrown instanceof Violation) {
    const { expected, actual, input, generated } = thrown
    return {
      verdict: 'fail',
      expected,
      actual,
      ...(input === undefined ? {} : { input }),
      ...(generated === undefined ? {} : { generated }),
    }
  }
  if (thrown instanceof Inconclusive) {
    const { message: reason, enable } = thrown
    return { verdict: 'inconclusive', reason, ...(enable === undefined ? {} : { enable }) }
  }
  if (thrown instanceof WitnessError || thrown instanceof ControlError || thrown instanceof StartError) {
    return { verdict: 'inconclusive', reason: thrown.message }
  }
  if (thrown instanceof GateError && thrown.why === 'port') return { verdict: 'inconclusive', reason: thrown.message }
  if (thrown instanceof Inapplicable) return { verdict: 'inapplicable', clause: thrown.message }
  return { verdict: 'error', reason: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : 'unknown' }
}

/** The reason a signal was aborted with, as a sentence. */
export const whyStopped = (signal: AbortSignal): string =>
  signal.reason instanceof Inconclusive ? signal.reason.message : 'the run was stopped before the case ended'

/** A case that does not listen to its signal must not hold up the run. */
async function bounded(running: Promise<void>, signal: AbortSignal): Promise<void> {
  let stop = (): void => undefined
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(new Inconclusive(whyStopped(signal)))
  })
  // Whatever the loser of the race throws has no one to hear it.
  for (const either of [running, stopped]) either.catch(() => undefined)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await Promise.race([running, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const missingControl: Readonly<Record<Control, { reason: string; enable: string }>> = {
  process: {
    reason: 'the harness cannot kill and restart this connector',
    enable:
      'let the harness start it, in touchstone.yaml:\n  process:\n    command: [./my-connector]\n    env: { CONNECTOR_TOKEN: "${connector.token}", STATE_DIR: "${work}/state" }',
  },
  destination: {
    reason: 'the harness does not stand between this connector and its destination',
    enable:
      'put the gate in between, in touchstone.yaml:\n  destination:\n    upstream: http://127.0.0.1:18055   # a sandbox of the destination; or handlers: ./destination.mjs, or simulate: generic\n  process:\n    env: { DESTINATION_URL: "${destination.url}" }   # the connector talks to the gate',
  },
  logs: {
    reason: 'the harness cannot read what this connector logs',
    enable:
      'say where it logs, in touchstone.yaml:\n  logs: { from: process }   # or { files: [connector.log] }, { command: [docker, logs, c1] }, none',
  },
}
