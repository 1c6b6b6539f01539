import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import { sieges } from './sieges.ts'
import { renderPage } from './table.ts'
import { withstand } from './withstand.ts'

/** Writes `docs/hostile.md` from what happens when every hostile connector is let loose here and now: `npm run hostile-table`. */
const withstood = await withstand(sieges, ({ siege, seen, findings }) => {
  process.stderr.write(`${siege.id} ${(seen.millis / 1000).toFixed(1)} s ${findings.join('; ')}\n`)
})
const bad = withstood.flatMap(({ findings }) => findings)
if (bad.length > 0) throw new Error(`not every connector was withstood:\n${bad.join('\n')}`)
await writeFile('docs/hostile.md', renderPage(withstood))
