import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import { openPlace } from '../hostile/place.ts'
import { canMount } from './can-mount.ts'
import { attacks } from './index.ts'

/** Writes `docs/under-attack.md` from what happens when every attack is carried out here and now: `npm run attack-table`. */
const mountable = canMount()
const rows: string[] = []
for (const { id, what, holds, mounts, strike } of attacks) {
  process.stderr.write(`${id}\n`)
  if (mounts === true && !mountable)
    throw new Error(`${id} needs a mount of its own, which this machine does not allow`)
  await using place = await openPlace()
  rows.push(`| ${[`\`${id}\``, what, holds, await strike(place)].join(' | ')} |`)
}

await writeFile(
  'docs/under-attack.md',
  `# Under attack from the operating system

What a machine can do to touchstone while it runs, and what came of it. Every row is carried out with real processes by
\`bin/proof/under-attack\`, which is a test of every change; \`npm run attack-table\` carries them out again and writes this
page, and ends without a page when one of them does not hold.

| attack | what happens | what must hold | seen |
| ------ | ------------ | -------------- | ---- |
${rows.join('\n')}

Time that has passed is only ever taken from the monotonic clock, which nobody can set: a test searches the harness and the
suites for any other.
`,
)
