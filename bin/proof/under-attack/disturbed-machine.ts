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

/** Every case of a connector that conforms, so that a verdict that changes can only be a wrong one. */
async function drive(place: Place, out: string, way?: Way): Promise<{ verdicts: readonly string[]; said: string }> {
  const config = `${out}.yaml`
  await writeConfiguration(place, {}, config)
  const ended = await runToEnd(place, ['run', '--config', config, '--seed', '7', '--out', out], way)
  demandEnd(ended, 0, 'This connector conforms')
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

export const disturbedMachine: readonly Attack[] = [
  {
    id: 'clock-set-and-cores-busy',
    what: 'The whole plan undisturbed, with the clock set back and forward by hours many times, and with every core busy',
    holds: 'the same verdict for every case of the three runs',
    strike: async (place) => {
      const [calm, set] = await Promise.all([
        drive(place, 'calm'),
        drive(place, 'set', { preload: './shift-clock.js' }),
      ])
      const [, times = '0'] = /the clock was set (\d+) times/.exec(set.said) ?? []
      demand('whether the clock was set at least ten times', Number(times) >= 10, true)
      demand('the verdicts with the clock set', set.verdicts, calm.verdicts)
      await using _loops = busyLoops()
      demand('the verdicts with every core busy', (await drive(place, 'busy')).verdicts, calm.verdicts)
      await demandNothingLeft(place)
      return `${calm.verdicts.length} verdicts, the same three times`
    },
  },
]
