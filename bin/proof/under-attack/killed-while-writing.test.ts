import { testAttacks } from './attacks.test.support.ts'
import { killedWhileWriting } from './killed.ts'

testAttacks(killedWhileWriting)
