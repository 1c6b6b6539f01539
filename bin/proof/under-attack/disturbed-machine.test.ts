import { testAttacks } from './attacks.test.support.ts'
import { disturbedReference } from './disturbed-machine.ts'

testAttacks(disturbedReference)
