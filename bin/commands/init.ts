import { access, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { UsageError } from '../usage-error.ts'
import { answersByDefault, type Answers, configurationText } from '../init-template.ts'
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
  const answers = options['yes'] === true ? answersByDefault : await ask()
  await writeFile(file, configurationText(answers))
  process.stdout.write(
    `wrote ${file}\nNext: read it through, then\n  export CONNECTOR_TOKEN=…   (unless the harness starts the connector)\n  touchstone run\n`,
  )
  return 0
}

async function ask(): Promise<Answers> {
  const { url, command, destination } = answersByDefault
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const question = async (text: string, preset: string): Promise<string> =>
    (await terminal.question(`${text} [${preset || 'none'}] `)).trim() || preset
  try {
    return {
      url: await question('URL of the connector?', url),
      command: await question('Command that starts it, if the harness may (empty: it runs already)?', command),
      destination: await question(
        'URL of a sandbox of its destination, or "simulate" (empty: the harness does not stand in between)?',
        destination,
      ),
    }
  } finally {
    terminal.close()
  }
}

const exists = async (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
