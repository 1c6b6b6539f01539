import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { openWire, type Wire } from '../../harness/wire/index.ts'
import {
  type Carried,
  enqueue,
  openQueue,
  type OpenQueueOptions,
  type Progress,
  type Queue,
  QueueError,
  QueueHeld,
  runWorker,
  type WorkerOptions,
  workThrough,
} from '../../ledger/queue/index.ts'
import type { ProviderSource } from '../../ledger/readiness/index.ts'
import { openStore } from '../../ledger/store/index.ts'
import { openAdmins, openState } from '../../ledger/service/index.ts'
import { printable } from '../../reporters/index.ts'
import { interruptible } from '../drive.ts'
import { onLedgers } from '../ledger/trouble.ts'
import { prepareRendition } from '../queue/prepare-rendition.ts'
import { openReadinessFor } from '../readiness/open-readiness-for.ts'
import { connectorTokens } from '../service/connector-tokens.ts'
import { UsageError } from '../usage-error.ts'
import { worse } from '../worse-exit.ts'
import type { Arguments } from './index.ts'

/** Steps 1 to 5 of §3.5, and the rest is the worker's. */
export const add = (options: Arguments): Promise<number> =>
  onQueue(options, {}, async (queue) => {
    const [id, workspaceId, outputProfile] = [options['provider'], options['workspace'], options['profile']].map(String)
    const draft = {
      renditionId: textOr(options['id']) ?? randomUUID(),
      outputProfile: outputProfile ?? '',
      content: await textOf(String(options['content-file'])),
      settings: await settingsIn(options['settings']),
    }
    const at = timeOr(textOr(options['at']))
    await using opened = await openReadinessFor(options)
    const { readiness } = opened
    const provider = readiness.sources.providers.find((each) => each.id === id)
    if (provider === undefined) throw new UsageError(`the readiness file has no provider ${printable(id ?? '')}`)
    const wire = await wireTo(options)(provider)
    try {
      const prepared = await prepareRendition(wire, workspaceId ?? '', draft, AbortSignal.timeout(60_000))
      if (!prepared.ok) {
        say(`nothing is queued: ${prepared.why}`)
        return 3
      }
      const order = {
        rendition: prepared.rendition,
        provider: provider.id,
        operation: at === undefined ? 'publish_immediate' : 'publish_scheduled',
        intent: 'production',
        orderedBy: 'command-line',
        notBefore: at ?? always,
      } as const
      await enqueue(queue, order, { readiness, isAdministrator: () => Promise.resolve(false) })
      print(`${order.rendition.request.operation_id}\n`)
      return 0
    } finally {
      await wire.close()
    }
  })

/** With `--once` the worst that became of a publish; without, 0 when it is told to end. */
export const work = (options: Arguments): Promise<number> =>
  onQueue(options, {}, (queue) =>
    interruptible(async (signal) => {
      await using opened = await openReadinessFor(options)
      const { readiness } = opened
      if (readiness.trouble !== undefined)
        say(`${readiness.trouble}; nothing is published until it is mended; start it again then`)
      // The last word on each operation.
      const ends = new Map<string, Carried['is']>()
      let saidLast: string | undefined
      const worker: WorkerOptions = {
        queue,
        readiness,
        isAdministrator: (name) => isAdministrator(options, name),
        connect: wireTo(options),
        signal,
        onCarried(operationId, carried) {
          print(`${operationId} ${wordsOf(carried)}\n`)
          ends.set(operationId, carried.is)
          saidLast = undefined
        },
        onTrouble(error) {
          const text = error instanceof Error ? error.message : String(error)
          // A queue that is held, or a database that is away, is found so every second.
          if (text !== saidLast) say(text)
          saidLast = text
        },
      }
      if (options['once'] !== true) {
        await runWorker(worker)
        return 0
      }
      try {
        await workThrough(worker)
      } catch (error) {
        if (!(error instanceof QueueHeld)) throw error
        say(`${error.message}; nothing was done here`)
        return 3
      }
      return signal.aborted ? 130 : [...ends.values()].map((is) => codeOf[is]).reduce(worse, 0)
    }),
  )

export const show = (options: Arguments): Promise<number> =>
  // Looking makes nothing.
  onQueue(options, { make: false }, async (queue) => {
    const operation = String(options['operation'])
    const found = await queue.find(operation)
    if (found === undefined) throw new UsageError(`there is no operation ${printable(operation)} in this queue`)
    print(`${operation} ${standing(found.progress)}\n`)
    return 0
  })

/** A queue is made where it is missing, so that the ledger it belongs to has to be there. */
const onQueue = (
  options: Arguments,
  opening: OpenQueueOptions,
  use: (queue: Queue) => Promise<number>,
): Promise<number> =>
  onLedgers(async () => {
    const ledger = String(options['ledger'])
    {
      await using _there = await openStore(ledger, { readonly: true })
    }
    try {
      await using queue = await openQueue(ledger, opening)
      return await use(queue)
    } catch (error) {
      throw error instanceof QueueError ? new UsageError(error.message) : error
    }
  })

/** What is to run at once is due at any time, so that the same order twice is one. */
const always = '1970-01-01T00:00:00.000Z'

const codeOf: Readonly<Record<Carried['is'], number>> = { published: 0, rejected: 1, refused: 1, waiting: 3 }

const wordsOf = (carried: Carried): string =>
  carried.is === 'refused' ? `refused: ${carried.codes.join(', ')}` : carried.is

const standing = (progress: Progress): string =>
  progress.is === 'refused' ? `refused: ${progress.refusal.codes.join(', ')}` : progress.is

/** Opens a wire to the connector that the readiness file names for a provider. */
const wireTo = (options: Arguments): ((provider: ProviderSource) => Promise<Wire>) => {
  const tokenOf = connectorTokens(dirname(resolve(String(options['sources']))), process.env)
  return async ({ id, connector }) => {
    if (connector === undefined) {
      throw new UsageError(`provider ${id} has no connector in the readiness file: connector: { url, token }`)
    }
    const token = await tokenOf(connector.token)
    if (token === undefined) throw new UsageError(`the token of the connector of ${id} cannot be read`)
    return openWire({ url: connector.url, token })
  }
}

/** For publishes that a program queued with the intent `certification_test`: by the name that they sign in with. */
async function isAdministrator(options: Arguments, name: string): Promise<boolean> {
  await using state = await openState(String(options['ledger']), textOr(options['state']))
  return (await openAdmins(state, Date.now).find(name)) !== undefined
}

async function textOf(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '')
  } catch {
    throw new UsageError(`${file}: cannot be read`)
  }
}

async function settingsIn(file: unknown): Promise<Readonly<Record<string, unknown>>> {
  if (typeof file !== 'string') return {}
  const text = await textOf(file)
  try {
    const settings: unknown = JSON.parse(text)
    if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) return { ...settings }
  } catch {
    // Said below.
  }
  throw new UsageError(`${file}: expected a JSON object with the settings of the profile`)
}

/** Strict: a time that is read as another one would publish at another time, most often at once. */
function timeOr(given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const time = new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/.test(given) ? given : Number.NaN)
  // There is no 31 February, but a third of March instead.
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== given.slice(0, 10)) {
    throw new UsageError('--at takes a time in UTC such as 2026-12-31T00:00:00Z')
  }
  if (time.getTime() <= Date.now()) {
    throw new UsageError('--at takes a time to come; without --at it is published as soon as a worker comes to it')
  }
  return time.toISOString()
}

const textOr = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const print = (text: string): void => void process.stdout.write(text)
const say = (text: string): void => void process.stderr.write(`touchstone: ${printable(text)}\n`)
