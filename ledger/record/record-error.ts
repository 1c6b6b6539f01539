/**
 * Something that must not be recorded, signed or believed. Each complaint is a sentence that names a field or a file and
 * what was expected of it, never the value: it might be what a record must not hold.
 */
export class RecordError extends Error {
  readonly complaints: readonly string[]
  constructor(complaints: readonly string[] | string, options?: ErrorOptions) {
    const all = typeof complaints === 'string' ? [complaints] : complaints
    super(all.join('; '), options)
    this.name = 'RecordError'
    this.complaints = all
  }
}
