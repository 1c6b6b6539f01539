import { testAttacks } from './attacks.test.support.ts'
import { disturbedMachine } from './disturbed-machine.ts'

testAttacks(disturbedMachine)
