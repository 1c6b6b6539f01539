import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { firstWrite, openGated, soon } from './destination.test.support.ts'

/** A connector in a process of its own: sends one write and prints, before anything else, every byte it is given. */
const connector = `
  const { connect } = require('node:net')
  const { writeSync } = require('node:fs')
  const body = '{"text":"marker-a"}'
  const socket = connect(Number(process.argv[1]), '127.0.0.1')
  socket.on('data', (bytes) => writeSync(1, bytes))
  socket.on('error', () => {})
  socket.write('POST /articles HTTP/1.1\\r\\nhost: d\\r\\ncontent-length: ' + body.length + '\\r\\n\\r\\n' + body)
`

for (const at of ['received', 'applied', 'partial'] as const) {
  test(`who kills the connector at ${at} is faster than every byte that was still to come`, async () => {
    await using gated = await openGated()
    const { gate, destination } = gated
    gate.watch('op-a', 'marker-a')
    let known: unknown
    // `nothing` goes on at once: only the kill keeps the answer from the connector.
    using armed = gate.arm({
      ...firstWrite('op-a', at, at === 'partial' ? { do: 'hang' } : { do: 'nothing' }),
      bytes: 0,
      onHit: ({ givenStatus }) => {
        known = { givenStatus, requests: destination.requests.length }
        if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
      },
    })
    const child = spawn(process.execPath, ['-e', connector, new URL(gate.url).port], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [printed, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    await gate.drained('op-a', soon())
    assert.is(signal, 'SIGKILL')
    assert.ok(armed.fired)
    assert.equal(known, { givenStatus: at === 'partial' ? 201 : undefined, requests: at === 'received' ? 0 : 1 })
    // At `partial` the head may have been read; nothing of the body was sent.
    if (at === 'partial') assert.is(printed.split('\r\n\r\n')[1] ?? '', '')
    else assert.is(printed, '')
    assert.is(destination.items.length, 1)
  })
}

test.run()
