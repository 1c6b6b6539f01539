import { testAttacks } from './attacks.test.support.ts'
import { fullDisk } from './full-disk.ts'

testAttacks(fullDisk)
