import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { errorCode } from './error-code.ts'
import type { Loading } from './loading.ts'
import type { KeyPath } from './key-path.ts'
import type { RawToken } from './raw-configuration.ts'

/** The token that the configuration points at; reported and undefined when there is none. Never quoted in a message. */
export const readToken = async (raw: RawToken, path: KeyPath, loading: Loading): Promise<string | undefined> => {
  const { text, problem } =
    raw.env === undefined ? await fromFile(raw.file ?? '', loading) : fromEnvironment(raw.env, loading)
  const wrong = problem ?? tokenProblem(text ?? '')
  if (wrong === undefined) return text
  loading.report([...path, raw.env === undefined ? 'file' : 'env'], wrong)
  return undefined
}

/** What makes a text unusable as a bearer token; undefined when nothing does. */
export const tokenProblem = (token: string): string | undefined =>
  /^[\x21-\x7e]+$/.test(token)
    ? undefined
    : 'the token has characters that an Authorization header cannot carry; use visible ASCII without spaces'

interface Reading {
  readonly text?: string
  readonly problem?: string
}

const fromEnvironment = (name: string, { environment }: Loading): Reading => {
  const text = environment[name]
  if (text === undefined)
    return { problem: `the environment variable ${name} is not set; set it with: export ${name}=…` }
  if (text === '') return { problem: `the environment variable ${name} is empty; set it with: export ${name}=…` }
  return { text }
}

const fromFile = async (file: string, { folder }: Loading): Promise<Reading> => {
  try {
    const text = (await readFile(resolve(folder, file), 'utf8')).trim()
    return text === '' ? { problem: 'the token file is empty; write the token into it' } : { text }
  } catch (error) {
    return { problem: `the token file ${unreadable(error)}` }
  }
}

/** Why a file cannot be read, with the mend. */
export const unreadable = (error: unknown): string => {
  const code = errorCode(error)
  switch (code ?? '') {
    case 'ENOENT':
      return 'does not exist; paths start from the folder of the configuration file'
    case 'EACCES':
    case 'EPERM':
      return 'may not be read; give the current user permission to read it'
    case 'EISDIR':
      return 'is a folder; name a file'
    default:
      return `cannot be read (${code ?? 'unknown reason'})`
  }
}
