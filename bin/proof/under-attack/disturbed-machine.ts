import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Place } from '../hostile/place.ts'
import type { Attack } from './attack.ts'
import { demand, demandEnd, demandNothingLeft } from './demand.ts'
import { writeConfiguration } from './targets.ts'
import { runToEnd, type Way } from './touchstone.ts'

interface Results {
  readonly cases: readonly { readonly id: string; readonly profile?: string; readonly verdict: string }[]
  readonly footer: { readonly counts: { readonly pass: number } }
}

interface Driven {
  readonly verdicts: readonly string[]
  /** On standard error. */
  readonly said: string
}

/** Every case of a connector that conforms, or those of one check of a mutant, whose failures must not get lost either. */
interface Target {
  readonly mutant?: string
  readonly only?: string
  readonly exit: 0 | 1
}

async function drive(place: Place, { mutant, only, exit }: Target, name: string, way?: Way): Promise<Driven> {
  const out = `${name}-${mutant ?? 'reference'}`
  const config = `${out}.yaml`
  await writeConfiguration(place, { env: patience, ...(mutant !== undefined && { mutant }) }, config)
  const plan = only === undefined ? [] : ['--only', only]
  const ended = await runToEnd(place, ['run', '--config', config, ...plan, '--seed', '7', '--out', out], way)
  demandEnd(ended, exit)
  const { cases } = JSON.parse(await readFile(join(place.work, out, 'results.json'), 'utf8')) as Results
  return {
    verdicts: cases.map(({ id, profile, verdict }) => `${id} ${profile} ${verdict}`).toSorted(),
    said: ended.err,
  }
}

/** Loops that do nothing, one for each core. */
function busyLoops(): AsyncDisposable {
  const loops: readonly ChildProcess[] = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', 'for (;;) {}'], { stdio: 'ignore' }),
  )
  return {
    async [Symbol.asyncDispose]() {
      const gone = loops.map((loop) => once(loop, 'exit'))
      for (const loop of loops) loop.kill('SIGKILL')
      await Promise.all(gone)
    },
  }
}

/** The same verdicts in calm, with the clock set, and with every core busy; gives how many. */
async function thrice(place: Place, target: Target): Promise<number> {
  const calm = await drive(place, target, 'calm')
  const hasFailure = calm.verdicts.some((each) => each.endsWith(' fail'))
  demand('whether something failed', hasFailure, target.exit === 1)
  const set = await drive(place, target, 'set', { preload: './shift-clock.js' })
  const [, times = '0'] = /the clock was set (\d+) times/.exec(set.said) ?? []
  demand('whether the clock was set at least ten times', Number(times) >= 10, true)
  demand('the verdicts with the clock set', set.verdicts, calm.verdicts)
  await using _loops = busyLoops()
  demand('the verdicts with every core busy', (await drive(place, target, 'busy')).verdicts, calm.verdicts)
  await demandNothingLeft(place)
  return calm.verdicts.length
}

export const disturbedReference: readonly Attack[] = [
  {
    id: 'clock-set-and-cores-busy',
    what: 'The whole plan undisturbed, with the clock set back and forward by hours many times, and with every core busy',
    holds: 'the same verdict for every case of the three runs',
    strike: async (place) => `${await thrice(place, { exit: 0 })} verdicts, the same three times`,
  },
]

/** A connector that has given up when its answer comes has not met the fault. On a busy machine that takes a while. */
const patience = { DESTINATION_TIMEOUT_MS: '2000' }

/** None of these depends on how long anything takes: what a busy machine makes of such a connector is its own fault. */
const mutants: readonly Target[] = [
  { mutant: 'restart-journal-in-memory', only: 'restart', exit: 1 },
  { mutant: 'lost-answer-retry-5xx', only: 'lost-answer', exit: 1 },
]

export const disturbedMutants: readonly Attack[] = mutants.map((target) => ({
  id: `clock-set-and-cores-busy-${target.mutant}`,
  what: `The same with the mutant \`${target.mutant}\` and the check that notices it`,
  holds: 'the same verdict for every case of the three runs, failures and all',
  strike: async (place) => `${await thrice(place, target)} verdicts, the same three times`,
}))
