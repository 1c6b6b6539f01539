import { fork } from 'node:child_process'
import { once } from 'node:events'
import { argv, stdout } from 'node:process'
import { Worker } from 'node:worker_threads'
import { eachOf } from '../harness/checks/poll.ts'
import { type Alarms, correctConnectors, driveCorrect } from './correct-connectors.ts'

/*
 * Full runs over correct connectors, one after the other through the list: how often is one of them blamed, or left
 * undecided? `node dist/bench/false-alarms.js [RUNS] [BUSY RUNS] [LANES] [CROWDED RUNS] [CROWD]`; while the busy runs go on,
 * both cores are kept working by loops of our own. The crowded runs go on CROWD at a time, each harness and each connector
 * a process of its own, so that no connector gets the time it needs.
 */

const [runs = 200, busy = 50, lanes = 2, crowded = 0, crowd = 14] = argv.slice(2).map(Number)

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, nth) => nth)

async function series(label: string, count: number, atOnce: number, drive: typeof driveCorrect): Promise<void> {
  if (count === 0) return
  const began = performance.now()
  const driven = await eachOf(numbers(count), atOnce, (nth) => drive(nth % correctConnectors.length, nth))
  const cases = driven.reduce((sum, each) => sum + each.cases, 0)
  const seconds = (performance.now() - began) / 1000
  const blamed = driven.filter((each) => each.blamed.length > 0).length
  const undecided = driven.filter((each) => each.undecided.length > 0).length
  // With none in n the true rate lies below 3/n at 95 % (rule of three).
  const bound =
    blamed === 0 ? `below ${((3 / count) * 100).toFixed(1)} % at 95 %` : `${((blamed / count) * 100).toFixed(1)} %`
  stdout.write(
    `${label}: ${count} runs, ${cases} case results, ${blamed} runs with a connector blamed (${bound}), ${undecided} with something undecided, ${seconds.toFixed(0)} s\n`,
  )
  for (const line of driven.flatMap((each) => each.blamed)) stdout.write(`  blamed: ${line}\n`)
  if (label === 'quiet') for (const line of driven.flatMap((each) => each.undecided)) stdout.write(`  ${line}\n`)
}

/** In a process of its own. */
async function driveApart(subject: number, seed: number): Promise<Alarms> {
  const child = fork(new URL('./correct-connectors-main.js', import.meta.url), [`${subject}`, `${seed}`])
  const [alarms] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`a run ended with ${String(code)}`))),
  ])) as [Alarms]
  return alarms
}

await series('quiet', runs - busy, lanes, driveCorrect)
const loops = busy === 0 ? [] : [0, 1].map(() => new Worker('for (;;) {}', { eval: true }))
await series('both cores busy', busy, lanes, driveCorrect)
await Promise.all(loops.map((loop) => loop.terminate()))
await series(`${crowd} at a time`, crowded, crowd, driveApart)
