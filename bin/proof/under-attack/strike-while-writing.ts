import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'

/**
 * Loaded into touchstone: kills it in the middle of the `STRIKE_COUNT`th call of `STRIKE_CALL` (`writeFile`, `unlink` or
 * `rename`) that concerns its reports. A file is half written by then.
 */
const { STRIKE_CALL = '', STRIKE_COUNT = '1' } = process.env
const { writeFile, unlink, rename } = files
let left = Number(STRIKE_COUNT)

const isStruck = (call: string, path: unknown): boolean =>
  call === STRIKE_CALL && String(path).includes('touchstone-out') && --left === 0

const die = (): void => void process.kill(process.pid, 'SIGKILL')

files.writeFile = async (path, data, options) => {
  if (typeof data !== 'string' || !isStruck('writeFile', path)) return writeFile(path, data, options)
  await writeFile(path, data.slice(0, data.length / 2), options)
  die()
}
files.unlink = async (path) => {
  if (isStruck('unlink', path)) die()
  await unlink(path)
}
files.rename = async (from, to) => {
  if (isStruck('rename', to)) die()
  await rename(from, to)
}
syncBuiltinESMExports()
