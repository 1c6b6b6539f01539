import type { RunEvent } from '../harness/run/event.ts'
import { nameOf } from './by-check.ts'
import { columnsOf, shorten } from './layout.ts'
import { printable } from './printable.ts'

/** Back to the first column, and the line is empty. */
const clear = '\r\u001b[2K'

/** One line that rewrites itself: what to write to a TTY for an event, if anything. It never ends with a line break. */
export function progressLine(event: RunEvent, columns: number): string | undefined {
  switch (event.type) {
    case 'run-began':
      return clear + shorten(`getting ready for ${event.plan.cases} cases …`, columns - 1)
    case 'case-began': {
      const place = `[${event.index + 1}/${event.of}] `
      return clear + place + shorten(`${printable(nameOf(event))} …`, columns - 1 - columnsOf(place))
    }
    case 'run-ended':
      return clear
    case 'note':
    case 'prepared':
    case 'case-ended':
    case 'history':
      return undefined
  }
}
