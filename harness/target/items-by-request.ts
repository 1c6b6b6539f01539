import { randomBytes } from 'node:crypto'
import { errorCode } from './error-code.ts'
import type { ItemsConfiguration } from './configuration.ts'
import { carrying, itemsAt, settled, toCount } from './listing.ts'
import { expand } from './placeholders.ts'
import { WitnessError } from './witness.ts'
import type { Witness } from './witness.ts'

export interface ItemsByRequestOptions {
  readonly config: Extract<ItemsConfiguration, { readonly kind: 'request' }>
  /** The destination itself, never the gate: `http://host:port`, perhaps with a path that the configured one is added to. */
  readonly upstream: string
  readonly destinationToken?: string
  /** Bound of one listing; default 10 s. */
  readonly deadlineMs?: number
}

const defaultDeadlineMs = 10_000
const largestListing = 16 * 1024 * 1024

/**
 * Lists the items with one request. When it really searches, which is to say that it lists nothing for a marker that was
 * never used (asked once), everything it lists counts: a listing need not show the text it was searched by. Otherwise the
 * items whose JSON contains the marker count.
 */
export const itemsByRequest = (options: ItemsByRequestOptions): Witness => {
  const { config } = options
  let searches: Promise<boolean> | undefined

  const reallySearches = async (marker: string, signal: AbortSignal): Promise<boolean> => {
    if (!config.path.includes('${marker}') && !Object.values(config.headers).some((one) => one.includes('${marker}'))) {
      return false
    }
    const neverUsed = randomBytes(marker.length).toString('hex').slice(0, marker.length)
    searches ??= list(options, neverUsed, signal).then((items) => items.length === 0)
    try {
      return await searches
    } catch (error) {
      searches = undefined
      throw error
    }
  }
  return {
    name: 'items',
    exact: true,
    count: (marker, signal) =>
      settled(async () => {
        const items = await list(options, marker, signal)
        const all = items.length > 0 && (await reallySearches(marker, signal))
        return toCount(all ? items : carrying(marker, items), config.id)
      }),
  }
}

const list = async (
  options: ItemsByRequestOptions,
  marker: string,
  signal: AbortSignal,
): Promise<readonly unknown[]> => {
  const { config, upstream, destinationToken } = options
  const values = { marker, ...(destinationToken !== undefined && { 'destination.token': destinationToken }) }
  const headers = Object.entries(config.headers).map(([name, value]) => [name, expand(value, values)])
  const answer = await ask(options, `${upstream}${expand(config.path, values)}`, Object.fromEntries(headers), signal)
  return itemsAt(config.at, answer)
}

const ask = async (
  { config, deadlineMs = defaultDeadlineMs }: ItemsByRequestOptions,
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<unknown> => {
  const what = `the destination.items request (${config.method} ${config.path})`
  const bound = AbortSignal.timeout(deadlineMs)
  try {
    // With the first listing: most commands list nothing.
    const { request } = await import('undici')
    const { statusCode, body } = await request(url, {
      method: config.method,
      reset: true,
      headers: { accept: 'application/json', ...headers },
      signal: AbortSignal.any([signal, bound]),
    })
    const text = await bounded(body, what)
    if (statusCode < 200 || statusCode > 299) throw new WitnessError(`${what} was answered with status ${statusCode}`)
    return parse(text, what)
  } catch (error) {
    if (error instanceof WitnessError) throw error
    if (signal.aborted) throw new WitnessError(`${what} was given up with the run`)
    if (bound.aborted) throw new WitnessError(`${what} was not answered within ${deadlineMs} ms`)
    throw new WitnessError(`${what} got no answer (${errorCode(error) ?? 'unknown reason'})`)
  }
}

const bounded = async (body: AsyncIterable<Uint8Array>, what: string): Promise<string> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > largestListing) throw new WitnessError(`${what} was answered with more than ${largestListing} bytes`)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

const parse = (text: string, what: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new WitnessError(`${what} was not answered with JSON`)
  }
}
