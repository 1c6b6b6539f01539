import { createInterface } from 'node:readline/promises'
import { type Answers, answersByDefault } from './init-template.ts'

/** Asks for what goes into a touchstone.yaml; undefined when the input ends, or Ctrl-C is pressed, before the last answer. */
export async function ask(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<Answers | undefined> {
  const terminal = createInterface({ input, output })
  // Lines may come before they are asked for.
  const lines = terminal[Symbol.asyncIterator]()
  const question = async (text: string, preset: string): Promise<string> => {
    output.write(`${text} [${preset || 'none'}] `)
    const line = await lines.next()
    if (line.done === true) throw new EndOfInput()
    return line.value.trim() || preset
  }
  const { url, command, destination } = answersByDefault
  try {
    return {
      url: await question('URL of the connector?', url),
      command: await question('Command that starts it, if the harness may (empty: it runs already)?', command),
      destination: await question(
        'URL of a sandbox of its destination, or "simulate" (empty: the harness does not stand in between)?',
        destination,
      ),
    }
  } catch (thrown) {
    if (thrown instanceof EndOfInput) return undefined
    throw thrown
  } finally {
    terminal.close()
  }
}

class EndOfInput extends Error {}
