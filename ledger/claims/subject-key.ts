import { type Subject, subjectFields } from '../record/index.ts'

/** By what claims and projected subjects are told apart and sorted: the nine fields, which hold no space. */
export const subjectKey = (subject: { readonly [Name in keyof Subject]: string | null }): string =>
  subjectFields.map((field) => subject[field] ?? '').join(' ')

export const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
