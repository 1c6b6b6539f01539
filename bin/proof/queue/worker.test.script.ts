import process from 'node:process'
import { openQueue, runWorker, type WorkerOptions } from '../../../ledger/queue/index.ts'
import { openStore } from '../../../ledger/store/index.ts'
import { type Site, workerOf } from './site.test.support.ts'

/** A worker in a process of its own, to be killed. */
const site = JSON.parse(process.argv[2] ?? '') as Site
await using store = await openStore(site.ledger, { readonly: true })
await using queue = await openQueue(site.queue)
const worker = await workerOf(site, store)

const connect: WorkerOptions['connect'] = async (provider) => {
  const wire = await worker.connect(provider)
  return {
    close: () => wire.close(),
    send(request) {
      if (site.dieBefore && request.path === '/v1/publishes') process.kill(process.pid, 'SIGKILL')
      return wire.send(request)
    },
  }
}
await runWorker({ ...worker, queue, connect })
