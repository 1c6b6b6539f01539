import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { flawOfXml } from '../hostile/well-formed-xml.ts'

/** How each report shows that it is whole, and the seed of its run. */
const readers: Readonly<Record<string, (text: string) => string | undefined>> = {
  'results.json': (text) => {
    const { header, cases, footer } = JSON.parse(text) as {
      header: { seed: number }
      cases: readonly unknown[]
      footer: { cases: number }
    }
    return footer.cases === cases.length ? `${header.seed}` : undefined
  },
  'junit.xml': (text) => (flawOfXml(text) === undefined ? /name="seed" value="(\d+)"/.exec(text)?.[1] : undefined),
  'report.html': (text) => (text.endsWith('</html>\n') ? /Seed<\/th><td>(\d+)/.exec(text)?.[1] : undefined),
  'summary.md': (text) => (text.endsWith('\n') ? /Seed (\d+)/.exec(text)?.[1] : undefined),
  'events.ndjson': (text) => {
    const lines = text.trimEnd().split('\n')
    const events = lines.map((line) => JSON.parse(line) as { type: string; seed?: number })
    return events.at(-1)?.type === 'run-ended' ? `${events[0]?.seed}` : undefined
  },
}

export const reportNames: readonly string[] = Object.keys(readers)

export interface Folder {
  /** Seed of the run by name of the report; `broken` for a report that is not whole. */
  readonly reports: Readonly<Record<string, string>>
  /** Everything else that lies there. */
  readonly others: readonly string[]
}

export async function readFolder(path: string): Promise<Folder> {
  const names = await readdir(path).catch((): string[] => [])
  const reports: Record<string, string> = {}
  for (const name of names.filter((one) => one in readers)) reports[name] = await seedOf(join(path, name), name)
  return { reports, others: names.filter((name) => !(name in readers)) }
}

async function seedOf(path: string, name: string): Promise<string> {
  try {
    return readers[name]?.(await readFile(path, 'utf8')) ?? 'broken'
  } catch {
    return 'broken'
  }
}

/** Seed of the run by path of the case file; `broken` for one that is not whole. */
export async function readCases(path: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(join(path, 'cases'), { recursive: true }).catch((): string[] => [])
  const files = names.filter((name) => name.endsWith('.json')).toSorted()
  return Object.fromEntries(
    await Promise.all(files.map(async (name) => [name, await seedOfCase(join(path, 'cases', name))])),
  )
}

async function seedOfCase(path: string): Promise<string> {
  try {
    const { schema, seed, replay } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
    return schema === 'touchstone-case/1' && typeof replay === 'string' ? String(seed) : 'broken'
  } catch {
    return 'broken'
  }
}
