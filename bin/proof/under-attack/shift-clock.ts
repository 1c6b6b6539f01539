import process from 'node:process'

/**
 * Loaded into touchstone: its clock goes forward and back by up to nine hours, again and again, as it does when somebody
 * sets the clock of a machine. Only the time of day; the time that has passed cannot be set.
 */
const RealDate = Date
let hours = 0

class SetDate extends RealDate {
  constructor(...parts: readonly unknown[]) {
    if (parts.length === 0) super(SetDate.now())
    else super(...(parts as [number]))
  }

  static override now(): number {
    return RealDate.now() + hours * 3_600_000
  }
}
globalThis.Date = SetDate as DateConstructor

let turn = 0
setInterval(() => {
  turn += 1
  hours = [5, -7, 9, -2, 0][turn % 5] ?? 0
}, 150).unref()

process.once('exit', () => void process.stderr.write(`the clock was set ${turn} times\n`))
