import type { RunEvent } from '../harness/run/event.ts'
import { plainJson } from './plain-json.ts'

/** One line of `events.ndjson`: the event with the keys that our files use. */
export const eventLine = (event: RunEvent): string => `${plainJson(withFileKeys(event))}\n`

function withFileKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFileKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snakeCase(key), withFileKeys(inner)]))
}

const snakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
