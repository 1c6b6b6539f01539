import process from 'node:process'
import { test } from 'uvu'
import { variantEntry } from '../../fixtures/index.ts'
import { configuration, expectEnded, testInPlace } from '../cli.test.support.ts'
import type { FailedCase } from '../case-file.ts'

const mutant = (id: string): Promise<string> => configuration({ command: [process.execPath, variantEntry, id] })

const path = 'touchstone-out/cases/lost-answer/destination-reset-publish-first.json'
const id = 'lost-answer/destination-reset-publish-first'

testInPlace(
  'the case file of a run says FAILED until it is fixed, and ERROR where it cannot be tried',
  async (place) => {
    await place.write('touchstone.yaml', await mutant('lost-answer-retry-reset'))
    const ran = await place.run(['run', '--only', id])
    expectEnded(ran, 1, `replay touchstone replay ${path}`)
    expectEnded(await place.run(['replay', path]), 1, `FAILED ${id}`, 'at most one destination item')

    await place.write('touchstone.yaml', await configuration())
    expectEnded(await place.run(['replay', path]), 0, `FIXED ${id}`)

    const elsewhere = ['--url', 'http://127.0.0.1:1', '--token-env', 'T']
    const unreachable = await place.run(['replay', path, ...elsewhere], { T: 'a-token-of-ours' })
    expectEnded(unreachable, 3, `ERROR ${id}`, 'nobody listens at http://127.0.0.1:1')

    const file = JSON.parse(await place.read(path)) as FailedCase
    await place.write('gone.json', JSON.stringify({ ...file, id: 'lost-answer/renamed' }))
    expectEnded(await place.run(['replay', 'gone.json']), 3, 'this version has no case lost-answer/renamed')
    await place.write('other.json', JSON.stringify({ ...file, profile: 'no.such' }))
    expectEnded(await place.run(['replay', 'other.json']), 3, 'the manifest has no profile "no.such"')

    const { kind: _, target: __, ...early } = file
    await place.write('early.json', JSON.stringify(early))
    expectEnded(await place.run(['replay', 'early.json', '--config', 'touchstone.yaml']), 0, 'FIXED')
  },
)

test.run()
