import { testAttacks } from './attacks.test.support.ts'
import { killed } from './killed.ts'

testAttacks(killed)
