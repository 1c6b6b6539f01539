import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ServiceOptions } from '../../ledger/service/index.ts'

/** Reads the token of a connector when it is needed. @param folder where paths of the readiness file start from */
export const connectorTokens =
  (folder: string, environment: NodeJS.ProcessEnv): NonNullable<ServiceOptions['connectorToken']> =>
  async ({ env, file }) => {
    const text =
      env !== undefined ? environment[env] : await readFile(resolve(folder, file ?? ''), 'utf8').catch(() => undefined)
    const token = text?.trim() ?? ''
    return /^[\x21-\x7e]+$/.test(token) ? token : undefined
  }
