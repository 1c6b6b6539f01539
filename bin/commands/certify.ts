import process from 'node:process'
import { resolve } from 'node:path'
import type { Configuration } from '../../harness/target/index.ts'
import { LedgerError, shownPlace } from '../../ledger/store/index.ts'
import { appendRecords, expectLedger } from '../certify/append-records.ts'
import { expectEveryControl } from '../certify/controls.ts'
import { testedRevision } from '../certify/git-revision.ts'
import { openKeys } from '../certify/keys.ts'
import { type Certified, certifyLocally } from '../certify/local.ts'
import { certifyLive, expectLiveTarget } from '../certify/live.ts'
import { certifiedDocument, certifiedLines } from '../certify/report.ts'
import { readShipped } from '../certify/shipped.ts'
import { readWanted, type Wanted } from '../certify/wanted.ts'
import { interruptible } from '../drive.ts'
import { onLedgers } from '../ledger/trouble.ts'
import { readTarget } from '../recorded-target.ts'
import { readRunSettings, type RunSettings } from '../run-options.ts'
import { UsageError } from '../usage-error.ts'
import { LeakInOutput } from '../write-reports.ts'
import type { Arguments } from './index.ts'

/** Runs everything and signs what was seen. Whatever could stop it at the end is looked at before it begins. */
export const certify = (options: Arguments): Promise<number> =>
  onLedgers(async () => {
    if (options['only'] !== undefined) {
      throw new UsageError(
        'certify takes no --only: a record is made of the full plan; touchstone run --only drives a part',
      )
    }
    const settings = readRunSettings(options)
    const { configuration, target } = await readTarget(options)
    const wanted = readWanted(options, configuration)
    if (wanted.evidence === 'live') expectLiveTarget(configuration, wanted)
    else expectEveryControl(configuration)
    const shipped = await readShipped()
    const revision = wanted.revision ?? (await testedRevision(folderOf(configuration), ours(settings, wanted)))
    const keys = await openKeys(wanted.keys)
    if (wanted.append !== undefined) await expectLedger(wanted.append)
    const common = { configuration, settings, wanted, shipped, revision, keys }
    return interruptible(async (signal) => {
      const documents: string[] = []
      const print = settings.json ? (text: string): void => void documents.push(text) : undefined
      const certified =
        wanted.evidence === 'live'
          ? certifyLive({ ...common, signal })
          : certifyLocally({ ...common, recorded: target, signal, ...(print ? { print } : {}) })
      return await finish(await unlessLeaking(certified), common, documents)
    })
  })

interface Finishing {
  readonly settings: RunSettings
  readonly wanted: Wanted
  readonly keys: Awaited<ReturnType<typeof openKeys>>
}

/** Appends and tells. */
async function finish(
  certified: Certified,
  { settings, wanted, keys }: Finishing,
  documents: readonly string[],
): Promise<number> {
  const { append } = wanted
  const { records } = certified
  const appended =
    append === undefined || records.length === 0
      ? []
      : await appendRecords(append, records, keys.own).catch((thrown: unknown) => {
          if (!(thrown instanceof LedgerError)) throw thrown
          const files = records.map(({ file }) => `${settings.shownOut}/${file}`).join(' ')
          throw new UsageError(
            `${thrown.message}\nthe records are kept; append them with: touchstone ledger append ${append} ${files}`,
          )
        })
  if (settings.json) {
    const results: unknown = documents[0] === undefined ? undefined : JSON.parse(documents[0])
    const document = { results, ...certifiedDocument(certified, settings.shownOut, appended) }
    process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`)
  } else {
    const shown = append === undefined ? undefined : await shownPlace(append)
    process.stdout.write(certifiedLines(certified, settings.shownOut, appended, shown, wanted.evidence))
  }
  return certified.code
}

async function unlessLeaking(certified: Promise<Certified>): Promise<Certified> {
  try {
    return await certified
  } catch (thrown) {
    if (!(thrown instanceof LeakInOutput)) throw thrown
    process.stderr.write(`touchstone: ${thrown.message}\n`)
    return { code: 4, records: [], lacking: ['a secret of the run would have stood in it'] }
  }
}

/** Where the connector's own files are. */
const folderOf = ({ process: started, folder }: Configuration): string =>
  started?.kind === 'own' ? started.cwd : folder

/** What this command writes is no change of the connector. */
const ours = ({ out }: RunSettings, { keys, append }: Wanted): readonly string[] => [
  out,
  resolve(keys),
  ...(append === undefined ? [] : [resolve(append.replace(/^sqlite:/i, ''))]),
]
