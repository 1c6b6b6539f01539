import { PassThrough } from 'node:stream'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ask } from './questions.ts'

const asked = async (typed: string): Promise<{ answers: unknown; shown: string }> => {
  const input = new PassThrough()
  const output = new PassThrough()
  input.end(typed)
  return { answers: await ask(input, output), shown: String(output.read()) }
}

test('answers are taken in order, and an empty one is the one proposed', async () => {
  const { answers, shown } = await asked('\n./my-connector\nsimulate\n')
  assert.equal(answers, { url: 'http://127.0.0.1:18787', command: './my-connector', destination: 'simulate' })
  assert.match(shown, 'URL of the connector? [http://127.0.0.1:18787] ')
  assert.match(shown, '[none] ')
})

test('input that ends before the last answer is no answer', async () => {
  assert.is((await asked('http://127.0.0.1:1\n')).answers, undefined)
})

test.run()
