import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collectNow: (() => void) | undefined

/**
 * Takes garbage out of memory at once. V8 lets it grow to a multiple of what is alive, which is right for everyone who is
 * not sent hundreds of megabytes on purpose.
 */
export function collect(): void {
  if (!collectNow) {
    setFlagsFromString('--expose-gc')
    collectNow = runInNewContext('gc') as () => void
  }
  collectNow()
}
