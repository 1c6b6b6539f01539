import { test } from 'uvu'
import { openPlace } from '../hostile/place.ts'
import type { Attack } from './attack.ts'
import { canMount } from './can-mount.ts'

/** A test for each attack. Where nothing can be mounted, those that need it are counted as skipped. */
export function testAttacks(attacks: readonly Attack[]): void {
  const mountable = canMount()
  for (const { what, mounts, strike } of attacks) {
    const declare = mounts === true && !mountable ? test.skip : test
    declare(what, async () => {
      await using place = await openPlace()
      await strike(place)
    })
  }
  test.run()
}
