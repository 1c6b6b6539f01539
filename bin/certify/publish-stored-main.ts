import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { openFence, publishStored, type PublishedStored } from '../../harness/host/index.ts'
import { lifecyclePatience } from '../../harness/run/index.ts'
import { openWire } from '../../harness/wire/index.ts'
import type { Errand } from './publish-elsewhere.ts'

/** A harness process of its own that publishes what another one stored; one errand in, one JSON document out. */
const lines = createInterface({ input: process.stdin })
const [line] = (await once(lines, 'line')) as [string]
// Nobody waits for us any more.
lines.once('close', () => process.exit(1))
const { url, token, ca, builtinProviders, stored } = JSON.parse(line) as Errand
const wire = openWire({ url, token, ...(ca === undefined ? {} : { ca }) })
const { signal } = new AbortController()
const published: PublishedStored[] = []
for (const { file, stored: rendition } of stored) {
  using fence = openFence(file)
  const options = { wire, fence, builtinProviders, signal, required: true, patience: lifecyclePatience }
  published.push(await publishStored({ ...options, stored: rendition }))
}
await wire.close()
process.stdout.write(JSON.stringify(published), () => process.exit(0))
