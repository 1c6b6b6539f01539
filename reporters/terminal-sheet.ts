import type picocolors from 'picocolors'
import { hanging } from './layout.ts'
import { printable, textLines } from './printable.ts'

export type Paint = ReturnType<typeof picocolors.createColors>

/** What the report is written on. */
export interface Sheet {
  readonly paint: Paint
  readonly columns: number
  readonly verbose: boolean
}

const labelColumns = 13

/** `  Label        text`, wrapped; the text may come from the other side. Painted last, because colours have no width. */
export function labelled(label: string, text: string, { paint, columns }: Sheet): readonly string[] {
  const first = `  ${label.padEnd(labelColumns)}`
  return hanging(first, printable(text), columns).map(
    (line) => paint.dim(line.slice(0, first.length)) + line.slice(first.length),
  )
}

/** The same for text of ours that may quote output: its line breaks are kept, and further lines stand under the first. */
export function labelledLines(label: string, text: string, sheet: Sheet): readonly string[] {
  return textLines(text).flatMap((line, at) => labelled(at === 0 ? label : '', line.trim(), sheet))
}

/** The same for a line that must stay whole, such as a command to copy. */
export const labelledWhole = (label: string, text: string, { paint }: Sheet): readonly string[] => [
  paint.dim(`  ${label.padEnd(labelColumns)}`) + printable(text),
]
