import { access, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { answersByDefault, configurationText, variablesOf } from '../init-template.ts'
import { whyNot } from '../why-not.ts'
import { ask } from '../questions.ts'
import { UsageError } from '../usage-error.ts'
import type { Arguments } from './index.ts'

/** Writes a commented touchstone.yaml; never over one that is there without being told to. */
export async function init(options: Arguments): Promise<number> {
  const file = String(options['config'])
  if (options['force'] !== true && (await exists(file))) {
    throw new UsageError(`${file} is there already; use --force to replace it, or --config to write another file`)
  }
  if (options['yes'] !== true && process.stdin.isTTY !== true) {
    throw new UsageError('there is no terminal to ask questions on; use --yes to take the defaults')
  }
  const answers = options['yes'] === true ? answersByDefault : await ask(process.stdin, process.stderr)
  if (!answers) {
    process.stderr.write(`\ntouchstone: nothing was written\n`)
    return 130
  }
  // `wx`: somebody may have written one while we asked.
  await writeFile(file, configurationText(answers), { flag: options['force'] === true ? 'w' : 'wx' }).catch(
    (error: unknown) => {
      throw new UsageError(`${file} ${isMissing(error) ? 'lies in a folder that does not exist' : whyNot(error)}`)
    },
  )
  const exports = variablesOf(answers).map((name) => `  export ${name}=…\n`)
  process.stdout.write(`wrote ${file}\nNext: read it through, then\n${exports.join('')}  touchstone run\n`)
  return 0
}

const exists = async (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
