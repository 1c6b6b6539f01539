import { appendFile, readFile, rename, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { LogsConfiguration } from './configuration.ts'
import type { LogControl } from './logs.ts'
import { openLogs } from './open-logs.ts'
import { processLogs } from './process-logs.ts'
import { workFolder } from './work-folder.ts'

const open = (config: LogsConfiguration, work: string): LogControl =>
  openLogs({ config, folder: work, work, environment: { PATH: process.env['PATH'], SECRET: 's' }, removed: [] })

const textOf = async (logs: LogControl): Promise<string> => {
  let text = ''
  await logs.read((chunk) => void (text += Buffer.from(chunk).toString()))
  return text
}

test('the output of a process is kept as it comes, across restarts', async () => {
  await using folder = await workFolder()
  using logs = open({ from: 'process' }, folder.path)
  assert.is(await textOf(logs), '')
  logs.sink?.write(Buffer.from('one '))
  assert.is(await textOf(logs), 'one ')
  logs.sink?.write(Buffer.from('two'))
  await logs.complete()
  assert.equal([await textOf(logs), logs.bytes(), logs.gaps(), logs.kind], ['one two', 7, [], 'process'])
})

test('output beyond the bound is left out, and that is said', async () => {
  await using folder = await workFolder()
  using logs = processLogs(join(folder.path, 'log'), 5)
  logs.sink?.write(Buffer.from('1234'))
  logs.sink?.write(Buffer.from('5678'))
  logs.sink?.write(Buffer.from('9'))
  assert.equal([await textOf(logs), logs.bytes()], ['12345', 5])
  assert.equal(logs.gaps(), ['the log is longer than 5 bytes; the rest was not captured'])
})

test('log files are read from their size at the beginning, also when one appears later', async () => {
  await using folder = await workFolder()
  const [a, b] = [join(folder.path, 'a.log'), join(folder.path, 'b.log')]
  await writeFile(a, 'before\n')
  using logs = open({ from: 'files', files: [a, b] }, folder.path)
  assert.is(logs.bytes(), 0)
  await appendFile(a, 'after\n')
  await writeFile(b, 'new\n')
  assert.equal([await textOf(logs), logs.bytes(), logs.gaps()], ['after\nnew\n', 10, []])
})

test('a log file that is rotated is read to its end, and the new one too', async () => {
  await using folder = await workFolder()
  const file = join(folder.path, 'a.log')
  await writeFile(file, 'before ')
  using logs = open({ from: 'files', files: [file] }, folder.path)
  await appendFile(file, 'old ')
  await rename(file, `${file}.1`)
  await writeFile(file, 'new')
  assert.is(await textOf(logs), 'old new')
  assert.equal(logs.gaps(), ['a.log was replaced by a new file during the run'])
})

test('a log file that is emptied is read from its beginning, and the loss is said', async () => {
  const gap = 'a.log was emptied during the run; what it held may be lost'
  await using folder = await workFolder()
  const file = join(folder.path, 'a.log')
  await writeFile(file, 'before ')
  using logs = open({ from: 'files', files: [file] }, folder.path)
  await truncate(file)
  await appendFile(file, 'much more than there was before')
  assert.equal([await textOf(logs), logs.gaps()], ['much more than there was before', [gap]])
  await truncate(file)
  await appendFile(file, 'short')
  assert.equal([await textOf(logs), logs.gaps()], ['short', [gap, gap]])
})

test('a log file that cannot be read is a gap', async () => {
  await using folder = await workFolder()
  const file = join(folder.path, 'file')
  await writeFile(file, '')
  using logs = open({ from: 'files', files: [join(file, 'a.log')] }, folder.path)
  assert.is(await textOf(logs), '')
  assert.equal(logs.gaps(), ['a.log cannot be read (ENOTDIR)'])
})

test('what a log command prints is taken when the run is complete, on both streams', async () => {
  await using folder = await workFolder()
  const script = `console.log(process.env.SECRET); console.error('err'); require('node:fs').appendFileSync('asked', '1')`
  using logs = open({ from: 'command', command: [process.execPath, '-e', script] }, folder.path)
  assert.equal(logs.gaps(), ['the log command has not been run yet'])
  await logs.complete()
  assert.equal((await textOf(logs)).split('\n').toSorted(), ['', 'err', 'undefined'])
  assert.equal(logs.gaps(), [])
  await logs.complete()
  assert.is(await readFile(join(folder.path, 'asked'), 'utf8'), '11')
  assert.is(logs.bytes(), 14)
})

test('a log command that fails is a gap', async () => {
  await using folder = await workFolder()
  using logs = open({ from: 'command', command: ['no-such-program'] }, folder.path)
  await logs.complete()
  assert.equal([await textOf(logs), logs.gaps()], ['', ['the command no-such-program could not be found']])
})

test('a connector that does not log has none', async () => {
  using logs = open({ from: 'none' }, '.')
  await logs.complete()
  assert.equal([logs.kind, logs.bytes(), await textOf(logs), logs.gaps()], ['none', 0, '', []])
})

test.run()
