import { testAttacks } from './attacks.test.support.ts'
import { disturbedMutants } from './disturbed-machine.ts'

testAttacks(disturbedMutants)
