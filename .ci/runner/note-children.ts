import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { childrenFile } from './family.ts'
import { listProcesses } from './processes.ts'

// Loaded into every test process: what it started a moment before it ends would otherwise be nobody's child when the
// runner looks. Appends, because a forked process and a worker inherit this module.
const file = join(process.env.TMPDIR ?? '', childrenFile)
process.on('exit', () => {
  const children = listProcesses().filter((one) => one.parent === process.pid)
  try {
    for (const { pid, start } of children) appendFileSync(file, `${pid} ${start}\n`)
  } catch {
    // The folder is gone: the runner has given up on this process.
  }
})
