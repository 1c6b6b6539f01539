import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Attack } from './attack.ts'
import { demand, demandEnd, demandNothingLeft, demandReports, demandUnwritten } from './demand.ts'
import { readFolder } from './reports.ts'
import { nobody, writeConfiguration } from './targets.ts'
import { runToEnd, start } from './touchstone.ts'

const protocol = ['run', '--only', 'protocol', '--seed', '2'] as const

/** Runs touchstone with a small file system in place of its folder, and keeps what lies there afterwards. */
const onSmallDisk = (kilobytes: number): string => `
mkdir -p touchstone-out && mount -t tmpfs -o size=${kilobytes}k none touchstone-out || exit 99
"$@"; code=$?; cp -r touchstone-out kept; exit $code`

export const fullDisk: readonly Attack[] = [
  {
    id: 'file-size-limit',
    what: 'A limit on the size of files (`ulimit -f`) that one of the reports is beyond',
    holds: 'exit 4 with the reason; the results are on the terminal; the reports of the earlier run stay whole',
    strike: async (place) => {
      // The connector is not to be struck.
      await writeConfiguration(place, { script: 'ulimit -S -f unlimited' })
      demandEnd(await runToEnd(place, ['run', '--only', 'health/ready', '--seed', '1']), 0)
      const ended = await runToEnd(place, protocol, { script: 'ulimit -S -f 40; exec "$@"' })
      demandUnwritten(ended, 'may not hold a file that large')
      demandReports(await readFolder(join(place.work, 'touchstone-out')), 1)
      await demandNothingLeft(place)
      return 'exit 4; the earlier reports are untouched'
    },
  },
  {
    id: 'full-disk',
    what: 'The file system of the folder is full before all reports are written (a tmpfs of 32 KiB)',
    holds: 'exit 4 with the reason; the results are on the terminal; no report, whole or not, under its name',
    mounts: true,
    strike: async (place) => {
      await writeConfiguration(place)
      const ended = await runToEnd(place, protocol, { script: onSmallDisk(32), mounts: true })
      demandUnwritten(ended, 'has no space left')
      demand('what was kept', await readFolder(join(place.work, 'kept')), { reports: {}, others: [] })
      await demandNothingLeft(place)
      return 'exit 4; the folder is empty'
    },
  },
  {
    id: 'full-output',
    what: 'Standard output, standard error or both go to a full disk (`/dev/full`)',
    holds:
      'exit 4 with the reason when the results could not be printed, else the exit code of the run; the reports are whole',
    strike: async (place) => {
      for (const [seed, stream, code] of [
        [1, '>/dev/full', 4],
        [2, '2>/dev/full', 3],
        [3, '>/dev/full 2>&1', 4],
      ] as const) {
        const ended = await runToEnd(place, nobody(seed), { script: `exec "$@" ${stream}` })
        demandEnd(ended, code, ...(seed === 1 ? ['the output is not complete: standard output has no space left'] : []))
        demandReports(await readFolder(join(place.work, 'touchstone-out')), seed)
      }
      return 'exit 4, 3 and 4; the reports are whole'
    },
  },
  {
    id: 'closed-output',
    what: 'Standard output is closed from the start, its reader goes away, or both streams are closed',
    holds: 'the exit code of the run; the reports are whole',
    strike: async (place) => {
      for (const [seed, closed] of [
        [1, '>&-'],
        [2, '>&- 2>&-'],
      ] as const) {
        demandEnd(await runToEnd(place, nobody(seed), { script: `exec "$@" ${closed}` }), 3)
        demandReports(await readFolder(join(place.work, 'touchstone-out')), seed)
      }
      const started = start(place, [...nobody(3), '--json'])
      started.closeOutput()
      demandEnd(await started.ended, 3)
      demandReports(await readFolder(join(place.work, 'touchstone-out')), 3)
      return 'exit 3 each time; the reports are whole'
    },
  },
  {
    id: 'folder-read-only',
    what: 'The folder is read-only from the start, or becomes so in the middle of the run',
    holds: 'exit 2 before anything is started, or exit 4 with the results on the terminal; no report, whole or not',
    mounts: true,
    strike: async (place) => {
      const readOnly = 'mount -o remount,ro touchstone-out'
      await writeConfiguration(place, { script: `${readOnly}; : >asked` })
      const refused = await runToEnd(place, protocol, {
        script: onSmallDisk(900).replace('"$@"', `${readOnly}; "$@"`),
        mounts: true,
      })
      demandEnd(refused, 2, 'lies on a file system that can only be read')
      demand('whether the connector was started', await readFile(join(place.work, 'asked')).catch(() => 'no'), 'no')
      const ended = await runToEnd(place, protocol, { script: `rm -rf kept;${onSmallDisk(900)}`, mounts: true })
      demandUnwritten(ended, 'lies on a file system that can only be read')
      demand('what was kept', await readFolder(join(place.work, 'kept')), { reports: {}, others: [] })
      await demandNothingLeft(place)
      return 'exit 2, and exit 4 in the middle'
    },
  },
  {
    id: 'folder-gone',
    what: 'The folder is deleted in the middle of the run, or a file takes its place',
    holds: 'it is made again and the reports are whole; in place of a file exit 4 with the reason, and the file stays',
    strike: async (place) => {
      const out = join(place.work, 'touchstone-out')
      const only = ['run', '--only', 'health/ready', '--seed', '1']
      await writeConfiguration(place, { script: 'rm -rf touchstone-out' })
      demandEnd(await runToEnd(place, only), 0)
      demandReports(await readFolder(out), 1)
      await writeConfiguration(place, { script: 'rm -rf touchstone-out; echo mine >touchstone-out' })
      demandUnwritten(await runToEnd(place, only), 'is a file')
      demand('the file', await readFile(out, 'utf8'), 'mine\n')
      await demandNothingLeft(place)
      return 'exit 0, and exit 4 where a file stands'
    },
  },
]
