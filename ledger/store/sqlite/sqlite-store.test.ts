import { test } from 'uvu'
import { storeConformance } from '../store-conformance.test.support.ts'
import { freshFile } from './fresh-file.test.support.ts'

storeConformance(freshFile)

test.run()
