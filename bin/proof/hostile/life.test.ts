import { test } from 'uvu'
import { testSieges } from './proof.test.support.ts'

testSieges('life', 'manifests')

test.run()
