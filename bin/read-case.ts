import { readFile } from 'node:fs/promises'
import { compiled } from '../harness/protocol/compiled.ts'
import type { CaseFile } from './case-file.ts'
import { caseSchema } from './case-file.ts'
import { caseFileSchema } from './case-schema.ts'
import { UsageError } from './usage-error.ts'

/** A larger one is none of ours. */
const largest = 1024 * 1024

const validator = compiled<CaseFile>(caseFileSchema, { strictTypes: false, strictTuples: false, strictRequired: false })

/** Reads a case file; a `UsageError` says what is wrong with it. */
export async function readCase(path: string): Promise<CaseFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path}: ${error.code === 'ENOENT' ? 'there is no such file' : 'the file cannot be read'}`)
  })
  const value = text.length > largest ? undefined : parsed(text)
  if (typeof value !== 'object' || value === null || !('schema' in value) || value.schema !== caseSchema) {
    throw new UsageError(
      `${path}: not a case file of touchstone ("schema": "${caseSchema}"); a run writes them to cases/`,
    )
  }
  const validate = validator()
  if (validate(value)) return value
  const first =
    validate.errors?.find(({ keyword }) => keyword !== 'anyOf' && keyword !== 'const') ?? validate.errors?.[0]
  throw new UsageError(
    `${path}: not a valid case file: ${first?.instancePath || '/'} ${first?.message ?? ''}`.trimEnd(),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
