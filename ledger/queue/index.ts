/** Publishes that wait, and the worker that asks readiness again before each provider call (§3.3). */
export type { Gatekeeper } from './admission.ts'
export type { Carried, Carrier } from './carry.ts'
export { enqueue } from './enqueue.ts'
export { openQueue, type OpenQueueOptions } from './open-queue.ts'
export { type NewEntry, type Queue, QueueError, QueueHeld, type Taken } from './queue.ts'
export type { Order, Progress, QueuedPublish, Refusal, RefusalCode } from './queued-publish.ts'
export { runWorker, type WorkerOptions, workOnce, workThrough } from './worker.ts'
