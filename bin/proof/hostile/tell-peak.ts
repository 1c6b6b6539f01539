import { writeFileSync } from 'node:fs'
import process from 'node:process'

/** Loaded before the command line: writes the most memory that the process ever held, by the record of the system, in KiB. */
process.on('exit', () => {
  writeFileSync(process.env['PEAK_FILE'] ?? '', String(process.resourceUsage().maxRSS))
})
