import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAll, type RunOptions } from './run-all.ts'
import type { Counts } from './judge.ts'

const uvu = import.meta.resolve('uvu')

/** A folder with a compiled test file for each body given. */
export interface FakeTests extends AsyncDisposable {
  readonly folder: string
  run(options?: Partial<RunOptions>): Promise<{ counts: Counts; printed: string }>
}

export async function fakeTests(bodies: Record<string, string>): Promise<FakeTests> {
  const top = await mkdtemp(join(tmpdir(), 'fake-'))
  const folder = join(top, 'dist')
  await mkdir(folder)
  await writeFile(join(top, 'package.json'), '{ "type": "module" }')
  for (const [name, body] of Object.entries(bodies)) {
    await writeFile(join(folder, `${name}.test.js`), `import { suite, test } from '${uvu}'\n${body}\n`)
  }
  return {
    folder,
    async run(options = {}) {
      let printed = ''
      const counts = await runAll({
        folder,
        filters: [],
        cache: join(top, 'cache', 'times.json'),
        limitMs: 60_000,
        signal: new AbortController().signal,
        print: (text) => void (printed += text),
        ...options,
      })
      return { counts, printed }
    },
    [Symbol.asyncDispose]: () => rm(top, { recursive: true, force: true }),
  }
}
