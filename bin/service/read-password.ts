import { readFile, stat } from 'node:fs/promises'
import process from 'node:process'
import { StringDecoder } from 'node:string_decoder'
import { whyNotPassword } from '../../ledger/service/index.ts'
import { UsageError } from '../usage-error.ts'

/** A password from the file, or asked for twice at the terminal without showing it. @throws UsageError */
export async function readPassword(file: string | undefined): Promise<string> {
  const password = file === undefined ? await asked() : await inFile(file)
  const wrong = whyNotPassword(password)
  if (wrong !== undefined) throw new UsageError(wrong)
  return password
}

async function inFile(file: string): Promise<string> {
  const unreadable = (error: NodeJS.ErrnoException): never => {
    throw new UsageError(`${file} cannot be read (${error.code ?? 'unknown reason'})`)
  }
  const { mode } = await stat(file).catch(unreadable)
  if ((mode & 0o077) !== 0) throw new UsageError(`others can read ${file}; chmod 600 it`)
  const [line = ''] = (await readFile(file, 'utf8').catch(unreadable)).split(/\r?\n/)
  return line
}

async function asked(): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new UsageError('there is no terminal to ask for the password; give --password-file')
  }
  const { stdin } = process
  // Before the question appears: whoever types at once must not see it either.
  stdin.setRawMode(true)
  try {
    const lines = hiddenLines()
    const password = await answer(lines, 'Password: ')
    if ((await answer(lines, 'Once more: ')) !== password) throw new UsageError('the two are not the same')
    return password
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
  }
}

async function answer(lines: AsyncIterator<string>, question: string): Promise<string> {
  process.stderr.write(question)
  const { value, done } = await lines.next()
  process.stderr.write('\n')
  if (done === true) throw new UsageError('no password was given')
  return value
}

/** What is typed up to each Enter; ends with Ctrl-C, Ctrl-D and the input. */
async function* hiddenLines(): AsyncGenerator<string, undefined> {
  const decoder = new StringDecoder('utf8')
  let typed: string[] = []
  for await (const chunk of process.stdin.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    for (const character of decoder.write(chunk)) {
      if (character === '\r' || character === '\n') {
        yield typed.join('')
        typed = []
      } else if (character === '\u0003' || character === '\u0004') return undefined
      else if (character === '\u007f' || character === '\b') typed = typed.slice(0, -1)
      else if (character === '\u0015') typed = []
      else if (character >= ' ') typed.push(character)
    }
  }
  return undefined
}
