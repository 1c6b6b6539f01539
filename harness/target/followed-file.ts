import { closeSync, createReadStream, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { errorCode } from './error-code.ts'
import { printable } from './printable.ts'

/** One log file from its present end on. */
export interface FollowedFile extends Disposable {
  bytes(): number
  read(onChunk: (chunk: Uint8Array) => void): Promise<void>
  gaps(): readonly string[]
}

/** The file under its name at some moment. Held open, so that it can be read to its end even after it was renamed. */
interface Part {
  readonly descriptor: number
  readonly inode: bigint
  /** What comes before was there when the run began. */
  readonly from: number
  /** The bytes just before `from`: when they change, the file was emptied and written again. */
  readonly before: string
  highest: number
}

const fingerprintBytes = 64

/**
 * Rotation by rename is followed and noted; every look (`bytes`, `read`, `gaps`) notices it. A file that was emptied is read
 * from its beginning, and what was lost is noted.
 */
export const followFile = (file: string): FollowedFile => {
  const name = printable(basename(file))
  const gaps: string[] = []
  const parts: Part[] = []

  const look = (first = false): void => {
    const last = parts.at(-1)
    const opened = tryOpen(first)
    if (opened && last?.inode === opened.inode) closeSync(opened.descriptor)
    else if (opened) {
      parts.push(opened)
      if (last) gaps.push(`${name} was replaced by a new file during the run`)
    }
    for (const part of parts) noticeTruncation(part)
  }
  const tryOpen = (first: boolean): Part | undefined => {
    try {
      return open(file, first)
    } catch (error) {
      const gap = `${name} cannot be read (${errorCode(error) ?? 'unknown reason'})`
      if (!gaps.includes(gap)) gaps.push(gap)
      return undefined
    }
  }
  const noticeTruncation = (part: Part): void => {
    const size = sizeOf(part)
    if (size < part.highest || fingerprint(part.descriptor, part.from) !== part.before) {
      if (part.from > 0 || size < part.highest)
        gaps.push(`${name} was emptied during the run; what it held may be lost`)
      parts[parts.indexOf(part)] = { ...part, from: 0, before: '', highest: size }
    } else part.highest = size
  }
  look(true)
  return {
    bytes: () => {
      look()
      return parts.reduce((sum, part) => sum + part.highest - part.from, 0)
    },
    read: async (onChunk) => {
      look()
      for (const { descriptor, from, highest } of parts) {
        if (highest === from) continue
        const stream = createReadStream('', { fd: descriptor, autoClose: false, start: from, end: highest - 1 })
        for await (const chunk of stream) onChunk(chunk as Buffer)
      }
    },
    gaps: () => {
      look()
      return [...gaps]
    },
    [Symbol.dispose]: () => {
      for (const { descriptor } of parts.splice(0)) closeSync(descriptor)
    },
  }
}

/** Undefined when there is no such file (yet). */
const open = (file: string, first: boolean): Part | undefined => {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined
  const descriptor = openSync(file, 'r')
  const { ino: inode, size } = fstatSync(descriptor, { bigint: true })
  const from = first ? Number(size) : 0
  return { descriptor, inode, from, before: fingerprint(descriptor, from), highest: from }
}

const sizeOf = ({ descriptor }: Part): number => fstatSync(descriptor).size

const fingerprint = (descriptor: number, end: number): string => {
  const length = Math.min(fingerprintBytes, end)
  const bytes = Buffer.alloc(length)
  return bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, length, end - length))
}
