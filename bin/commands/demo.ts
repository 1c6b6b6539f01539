import process from 'node:process'
import { join } from 'node:path'
import type { Shape } from '../../fixtures/index.ts'
import { makePlan } from '../../harness/run/index.ts'
import { checks } from '../../suites/index.ts'
import { type DemoRecords, keepDemoRecords, prepareDemoRecords } from '../certify/demo-records.ts'
import { type Certified, certifyLocally } from '../certify/local.ts'
import type { MadeRecord } from '../certify/make-records.ts'
import { drive, type DriveOptions, interruptible } from '../drive.ts'
import { onLedgers } from '../ledger/trouble.ts'
import { claimOutFolder } from '../out-folder.ts'
import { referenceConfiguration } from '../reference-configuration.ts'
import { readRunSettings, type RunSettings } from '../run-options.ts'
import { worse } from '../worse-exit.ts'
import type { Arguments } from './index.ts'

const words = {
  immediate: 'answers with the published result',
  asynchronous: 'answers pending and publishes in the background',
} as const satisfies Record<Shape, string>

/** Certifies both shapes of the reference connector, one after the other, and keeps the records in a ledger. */
export const demo = (options: Arguments): Promise<number> =>
  onLedgers(async () => {
    const settings = readRunSettings(options)
    await using _out = await claimOutFolder(settings.out, settings.shownOut)
    const kept = await prepareDemoRecords(settings.shownOut)
    const documents: string[] = []
    const print = (text: string): void => void documents.push(text.trimEnd())
    const code = await interruptible(async (signal) => {
      let exit = 0
      const records: MadeRecord[] = []
      for (const shape of ['immediate', 'asynchronous'] as const) {
        if (isTalking(settings)) {
          process.stdout.write(`\nReference connector, ${shape} shape: ${words[shape]}\n`)
        }
        const one = await certified(shape, kept, {
          configuration: await referenceConfiguration(shape),
          recorded: { reference: shape },
          settings: { ...settings, out: join(settings.out, shape), shownOut: join(settings.shownOut, shape) },
          signal,
          ...(settings.json ? { print } : {}),
        })
        for (const why of one.lacking) process.stderr.write(`touchstone: no record: ${why}\n`)
        records.push(...one.records)
        exit = worse(exit, one.code)
        if (signal.aborted) return exit
      }
      return worse(exit, await end(kept, records, settings))
    })
    // Two documents in a row would not be JSON.
    if (settings.json) process.stdout.write(`[\n${documents.join(',\n')}\n]\n`)
    return code
  })

/** The run is worth seeing without a record, too. */
async function certified(
  shape: Shape,
  kept: DemoRecords | string,
  options: Omit<DriveOptions, 'plan'>,
): Promise<Certified> {
  if (typeof kept !== 'string') return certifyLocally({ ...options, ...kept.optionsFor(shape) })
  return { code: await drive({ ...options, plan: makePlan(checks) }), records: [], lacking: [] }
}

async function end(kept: DemoRecords | string, records: readonly MadeRecord[], settings: RunSettings): Promise<number> {
  if (typeof kept === 'string') {
    process.stderr.write(`touchstone: no record: ${kept}\n`)
    return 4
  }
  const [first] = records
  if (!first) return 3
  const { ok } = await keepDemoRecords(kept, records)
  if (!ok) process.stderr.write(`touchstone: ${kept.ledger} does not verify; touchstone ledger verify says why\n`)
  else if (isTalking(settings))
    process.stdout.write(ending(kept, records.length, `${join(settings.shownOut, 'immediate', first.file)}`))
  return ok ? 0 : 1
}

const ending = ({ ledger, keysFolder, revisionIs }: DemoRecords, count: number, file: string): string => `
${count} signed records, under ${revisionIs}, were appended to ${ledger} and verified; their keys in ${keysFolder} are test-only.
  touchstone record verify --keys ${keysFolder} ${file}
  touchstone ledger verify --keys ${keysFolder} ${ledger}
`

const isTalking = ({ json, look }: RunSettings): boolean => !json && look.verbosity !== 'quiet'
