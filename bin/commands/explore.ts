import process from 'node:process'
import { explore, openLaboratory, type Progress } from '../../harness/explore/index.ts'
import type { OpenTarget } from '../../harness/run/index.ts'
import { concealed } from '../conceal.ts'
import { interruptible } from '../drive.ts'
import { type ExploreSettings, readExploreSettings } from '../explore-options.ts'
import { exploreDocument } from '../explore-document.ts'
import { indented, progressOf, renderExploration } from '../explore-report.ts'
import { exitCodeOf } from '../explore-verdict.ts'
import { scheduleFile, textOf } from '../case-file.ts'
import { claimOutFolder } from '../out-folder.ts'
import { whyNot } from '../why-not.ts'
import { readTarget, type RecordedTarget } from '../recorded-target.ts'
import { version } from '../version.ts'
import { withTarget } from '../with-target.ts'
import { LeakInOutput, writeFiles } from '../write-reports.ts'
import type { Arguments } from './index.ts'

/** Random fault schedules beyond the fixed cases, until one breaks a rule or the bounds are reached. */
export async function exploreCommand(options: Arguments): Promise<number> {
  const settings = readExploreSettings(options)
  const { configuration, target: recorded } = await readTarget(options)
  return interruptible(async (signal) => {
    await using _folder = await claimOutFolder(settings.out, settings.shownOut)
    return await withTarget(configuration, signal, (target) => exploreTarget(target, settings, recorded, signal))
  })
}

async function exploreTarget(
  target: OpenTarget,
  settings: ExploreSettings,
  recorded: RecordedTarget,
  signal: AbortSignal,
): Promise<number> {
  const { seed, look, shownOut: folder } = settings
  const progress = showProgress(settings)
  const laboratory = await openLaboratory({ target, seed, signal, emit: () => undefined })
  if ('reason' in laboratory) {
    if (signal.aborted) {
      process.stderr.write('Interrupted: nothing is decided.\n')
      return 130
    }
    const { reason, enable } = concealed(laboratory, target.secrets)
    const mend = enable === undefined ? [] : ['To mend it:', ...indented(enable)]
    const why = [`Nothing could be observed: ${reason}`, ...mend]
    process.stderr.write(
      `${why
        .flatMap(indented)
        .map((line) => line.slice(2))
        .join('\n')}\n`,
    )
    return 3
  }
  const { runs, withinMs } = settings
  const bounds = { withinMs, ...(runs === undefined ? {} : { runs }) }
  const explored = await explore({ laboratory, seed, signal, ...bounds, told: progress.told }).finally(progress.clear)
  const { controls, missing, profile, exploration } = concealed(
    { controls: laboratory.controls, missing: laboratory.missing, profile: laboratory.profile, exploration: explored },
    target.secrets,
  )
  const connector = target.configuration.connector.url
  const about = { seed, harness: version(), connector }
  const violated = exploration.violation
    ? scheduleFile(exploration.violation, { ...about, profile, target: recorded, folder })
    : undefined
  const code = exitCodeOf(exploration)
  const document = textOfDocument(exploreDocument(exploration, { ...about, controls, exitCode: code }))
  const files = new Map(violated ? [[violated.name, textOf(violated.file)]] : [])
  files.set('explore.json', document)
  const shown = settings.json
    ? document
    : renderExploration(exploration, { connector, controls, missing, seed, replay: violated?.file.replay, look })
  if (target.secrets.leaksOfOutput(Buffer.from(shown)).length > 0) throw new LeakInOutput('the terminal report')
  const trouble = await unwritten(writeFiles(settings.out, files, target.secrets))
  // After a long exploration its result is shown even where it could not be kept.
  process.stdout.write(shown)
  if (trouble === undefined) return code
  process.stderr.write(`touchstone: nothing was written: ${folder} ${trouble}\n`)
  return 4
}

/** What the folder is to blame for, when the files could not be written. */
async function unwritten(writing: Promise<void>): Promise<string | undefined> {
  try {
    await writing
    return undefined
  } catch (thrown) {
    if (thrown instanceof Error && 'syscall' in thrown) return whyNot(thrown)
    throw thrown
  }
}

const textOfDocument = (document: unknown): string => `${JSON.stringify(document, undefined, 2)}\n`

/** A log need not be told more often than this. */
const linesEveryMs = 10_000

function showProgress({ look }: ExploreSettings): { told: (progress: Progress) => void; clear: () => void } {
  let last = -Infinity
  let unfinished = false
  const told = (progress: Progress): void => {
    if (look.progress === 'none') return
    if (look.progress === 'rewritten') {
      process.stderr.write(`\r\u001b[2K${progressOf(progress).slice(0, look.columns - 1)}`)
      unfinished = true
      return
    }
    if (performance.now() - last < linesEveryMs) return
    last = performance.now()
    process.stderr.write(`${progressOf(progress)}\n`)
  }
  return {
    told,
    clear: () => {
      if (unfinished) process.stderr.write('\r\u001b[2K')
      unfinished = false
    },
  }
}
