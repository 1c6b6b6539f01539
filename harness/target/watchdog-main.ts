import { attend } from './watchdog-duty.ts'

await attend(process.stdin)
process.exit(0)
