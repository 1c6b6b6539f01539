import { test } from 'uvu'
import { testSieges } from './proof.test.support.ts'

testSieges('documents')

test.run()
