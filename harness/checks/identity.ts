import { randomInt } from 'node:crypto'

const lower = 'abcdefghijklmnopqrstuvwxyz0123456789'
const mixed = `${lower}ABCDEFGHIJKLMNOPQRSTUVWXYZ`

/**
 * Names that are new in every run: a connector keeps its journal, so an id drawn from the seed would meet itself in the
 * second run with the same seed.
 */
const word = (length: number, alphabet: string): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/**
 * 82 bits that survive trimming, escaping and lower-casing; finds the writes of one operation, and is never a secret.
 * Shorter where the text that carries it has no more `room`, down to 36 bits.
 */
export const newMarker = (room: number = markerLength): string =>
  `m${word((room >= shortestMarker ? Math.min(room, markerLength) : markerLength) - 1, lower)}`

const markerLength = 17

/** With less than this, other text would be taken for a marker; the operation id has to do then. */
const shortestMarker = 8

/** 103 bits; searched for wherever it must not be (R24). */
export const newCanary = (): string => `c${word(20, lower)}`

/** 32 letters of both cases and digits. */
export const newToken = (): string => word(32, mixed)

/** Looks like what a service would send; carries the marker (R14: 16–64 characters of `[A-Za-z0-9._-]`). */
export const operationId = (marker: string): string => `pub_${word(6, lower)}-${marker}`

export const newWorkspaceId = (): string => `ws_${word(20, mixed)}`
