import process from 'node:process'
import { Inconclusive } from '../../harness/checks/verdict.ts'
import { concealed } from '../conceal.ts'
import { interruptible } from '../drive.ts'
import { readCase } from '../read-case.ts'
import { readTarget } from '../recorded-target.ts'
import { replayOn } from '../replayed.ts'
import { renderReplayed, replayedDocument } from '../replay-report.ts'
import type { Replayed } from '../replay-verdict.ts'
import { readLook } from '../run-options.ts'
import { withTarget } from '../with-target.ts'
import { LeakInOutput } from '../write-reports.ts'
import type { Arguments } from './index.ts'

const codes = { fixed: 0, failed: 1, error: 3 } as const satisfies Record<Replayed['verdict'], number>

/** Does one recorded failure again, and says FIXED, FAILED or ERROR. */
export async function replayCommand(options: Arguments): Promise<number> {
  const file = await readCase(String(options['case']))
  const { configuration } = await readTarget({ ...options, profile: file.profile }, file.target)
  return interruptible((stopped) => {
    const deadline = new AbortController()
    const { deadlineMs } = configuration
    const timer = setTimeout(
      () => deadline.abort(new Inconclusive(`the deadline of ${deadlineMs / 1000} s passed; raise deadline_s`)),
      deadlineMs,
    )
    const signal = AbortSignal.any([stopped, deadline.signal])
    return withTarget(configuration, signal, async (target) => {
      const replayed = concealed(await replayOn(target, file, signal), target.secrets)
      if (stopped.aborted) return 130
      const recorded = concealed(file, target.secrets)
      const text =
        options['json'] === true
          ? `${JSON.stringify(replayedDocument(replayed, recorded), undefined, 2)}\n`
          : renderReplayed(replayed, recorded, readLook(options))
      if (target.secrets.leaksOfOutput(Buffer.from(text)).length > 0) throw new LeakInOutput('the terminal report')
      process.stdout.write(text)
      return codes[replayed.verdict]
    }).finally(() => clearTimeout(timer))
  })
}
