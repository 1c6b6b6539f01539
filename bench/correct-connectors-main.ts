import process from 'node:process'
import { driveCorrect } from './correct-connectors.ts'

// One run for `false-alarms`, in a process of its own: the number of the connector, and the seed.
const [subject = 0, seed = 0] = process.argv.slice(2).map(Number)
process.send?.(await driveCorrect(subject, seed))
process.disconnect()
