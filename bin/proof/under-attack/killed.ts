import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Attack } from './attack.ts'
import { demand, demandEnd, demandNothingLeft, demandReports } from './demand.ts'
import { readCases, readFolder, reportNames } from './reports.ts'
import { nobody, writeConfiguration } from './targets.ts'
import { runToEnd } from './touchstone.ts'

/** Killed while it drives a connector: the connector itself does it, at the request that it was told. */
const whileDriving = (id: string, what: string, at: string, count: number, only: readonly string[]): Attack => ({
  id,
  what: `SIGKILL ${what}`,
  holds: 'no connector and no work folder stay, no report of that run is there; the next run is complete',
  strike: async (place) => {
    await writeConfiguration(place, {
      preload: './strike-from-connector.js',
      env: { STRIKE_AT: at, STRIKE_COUNT: String(count) },
    })
    const cases = only.flatMap((one) => ['--only', one])
    const killed = await runToEnd(place, ['run', ...cases, '--seed', '1'])
    demand('how it ended', [killed.signal, existsSync(join(place.work, 'struck'))], ['SIGKILL', true])
    await demandNothingLeft(place)
    demand('what lies in the folder', await readFolder(join(place.work, 'touchstone-out')), { reports: {}, others: [] })
    demandEnd(await runToEnd(place, ['run', '--only', 'health/ready', '--seed', '2']), 0)
    demandReports(await readFolder(join(place.work, 'touchstone-out')), 2)
    await rm(join(place.work, 'struck'))
    return 'nothing left; next run exit 0'
  },
})

/** Killed between any two steps of writing, with the reports of an earlier run in the folder. */
const whileWriting: Attack = {
  id: 'killed-while-writing',
  what: 'SIGKILL in the middle of a file, before an old one is removed, before a new one gets its name: the first, the third and the last of each',
  holds:
    'every report there is whole, all are of one run, and beside a results.json none is missing; the next run is complete',
  strike: async (place) => {
    const out = join(place.work, 'touchstone-out')
    let seed = 1
    demandEnd(await runToEnd(place, nobody(seed)), 3)
    let moments = 0
    for (const call of ['writeFile', 'unlink', 'rename']) {
      for (const count of [1, 3, reportNames.length]) {
        const env = { STRIKE_CALL: call, STRIKE_COUNT: String(count) }
        const killed = await runToEnd(place, nobody(seed + 1), { preload: './strike-while-writing.js', env })
        demand(`the end at ${call} ${count}`, killed.signal, 'SIGKILL')
        await demandWhole(out, `${call} ${count}`)
        seed += 2
        demandEnd(await runToEnd(place, nobody(seed)), 3)
        demandReports(await readFolder(out), seed)
        moments += 1
      }
    }
    await demandNothingLeft(place)
    return `${moments} moments, none with a broken or mixed report`
  },
}

async function demandWhole(out: string, moment: string): Promise<void> {
  const { reports } = await readFolder(out)
  const seeds = new Set(Object.values(reports))
  demand(`broken reports at ${moment}`, seeds.has('broken'), false)
  demand(`reports of two runs at ${moment}`, seeds.size > 1, false)
  if ('results.json' in reports) demand(`reports at ${moment}`, Object.keys(reports).toSorted(), reportNames.toSorted())
}

const failing = ['authentication/missing', 'authentication/empty']

/** The same with a connector that fails two cases, each of which gets a file of its own, to be replayed. */
const whileWritingCases: Attack = {
  id: 'killed-while-writing-cases',
  what: 'The same while there are case files of failures: in the middle of the second, before an old one is removed, before each new one gets its name',
  holds:
    'every case file is whole, all are of one run, which is that of the reports, and none is missing beside a results.json; the next run is complete',
  strike: async (place) => {
    const out = join(place.work, 'touchstone-out')
    await writeConfiguration(place, { mutant: 'authentication-open-manifest' })
    const run = (seed: number): readonly string[] => [
      'run',
      ...failing.flatMap((id) => ['--only', id]),
      '--seed',
      `${seed}`,
    ]
    const wholeOf = (seed: number): Readonly<Record<string, string>> =>
      Object.fromEntries(failing.toSorted().map((id) => [`${id}.json`, `${seed}`]))
    let seed = 1
    demandEnd(await runToEnd(place, run(seed)), 1)
    demand('the case files', await readCases(out), wholeOf(seed))
    const moments = [
      ['writeFile', 2],
      ['unlink', reportNames.length + 1],
      ['rename', 1],
      ['rename', 2],
      ['rename', 3],
    ] as const
    for (const [call, count] of moments) {
      const env = { STRIKE_CALL: call, STRIKE_COUNT: String(count) }
      const killed = await runToEnd(place, run(seed + 1), { preload: './strike-while-writing.js', env })
      demand(`the end at ${call} ${count}`, killed.signal, 'SIGKILL')
      await demandWhole(out, `${call} ${count}`)
      await demandCasesOfOneRun(out, `${call} ${count}`)
      seed += 2
      demandEnd(await runToEnd(place, run(seed)), 1)
      demandReports({ ...(await readFolder(out)), others: [] }, seed)
      demand('the case files of the next run', await readCases(out), wholeOf(seed))
    }
    await demandNothingLeft(place)
    return `${moments.length} moments, none with a broken or mixed case file`
  },
}

async function demandCasesOfOneRun(out: string, moment: string): Promise<void> {
  const [cases, { reports }] = await Promise.all([readCases(out), readFolder(out)])
  const seeds = new Set([...Object.values(cases), ...Object.values(reports)])
  demand(`broken case files at ${moment}`, seeds.has('broken'), false)
  demand(`files of two runs at ${moment}`, seeds.size > 1, false)
  if ('results.json' in reports) demand(`case files at ${moment}`, Object.keys(cases).length, failing.length)
}

export const killed: readonly Attack[] = [
  whileDriving('killed-booting', 'when the connector is first asked', 'GET /v1/manifest', 1, ['health/ready']),
  whileDriving('killed-preparing', 'at the undisturbed publish of the preparation', 'POST /v1/publishes', 1, [
    'restart',
  ]),
  whileDriving('killed-in-a-batch', 'at the twentieth publish, in a batch of lost answers', 'POST /v1/publishes', 20, [
    'lost-answer',
  ]),
  whileDriving('killed-while-restarting', 'while the connector starts again', 'restart', 1, ['restart']),
]

export const killedWhileWriting: readonly Attack[] = [whileWriting, whileWritingCases]
