import { existsSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { hostileBehaviours } from '../../../fixtures/index.ts'
import { sieges } from './sieges.ts'
import { withstand } from './withstand.ts'

/** A test that lets loose every hostile connector of these kinds. */
export function testSieges(...kinds: readonly (keyof typeof hostileBehaviours)[]): void {
  // Processes are told apart by their environment, in /proc.
  const where = existsSync('/proc/self/environ') ? test : test.skip
  where(`touchstone withstands hostile ${kinds.join(' and ')} and says what is right`, async () => {
    const ids = new Set(kinds.flatMap((kind) => hostileBehaviours[kind].map(({ id }) => id)))
    const withstood = await withstand(sieges.filter(({ id }) => ids.has(id)))
    assert.is(withstood.length, ids.size)
    assert.equal(
      withstood.flatMap(({ findings }) => findings),
      [],
    )
  })
}
