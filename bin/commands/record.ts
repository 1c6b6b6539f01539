import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { verifyRecordFile } from '../../ledger/record/index.ts'
import { trustedKeys } from '../ledger/keys-folder.ts'
import { onLedgers } from '../ledger/trouble.ts'
import { UsageError } from '../usage-error.ts'
import type { Arguments } from './index.ts'

/** Exit 0 when everything about the record is as it should be, 1 when anything is not. */
export const verifyRecord = (options: Arguments): Promise<number> =>
  onLedgers(async () => {
    const { file, keys, trusted } = options
    const text = await readFile(String(file), 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`${String(file)} cannot be read (${error.code ?? 'unknown reason'})`)
    })
    const list = await trustedKeys(String(keys), typeof trusted === 'string' ? trusted : undefined)
    const findings = verifyRecordFile(text, list, new Date().toISOString())
    const ok = findings.every((finding) => finding.ok)
    const lines = findings.map(({ what, ok: good, says }) => `${good ? 'ok  ' : 'BAD '} ${what.padEnd(10)} ${says}\n`)
    process.stdout.write(
      options['json'] === true
        ? `${JSON.stringify({ ok, findings }, undefined, 2)}\n`
        : `${lines.join('')}${ok ? 'the record verifies' : 'THE RECORD DOES NOT VERIFY'}\n`,
    )
    return ok ? 0 : 1
  })
