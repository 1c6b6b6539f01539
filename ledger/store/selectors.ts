import { type RuntimeControlBody, type Subject, subjectFields } from '../record/index.ts'

/** The nine fields of a selector joined by a space, which none of them can hold. */
export const selectorOf = (event: Pick<RuntimeControlBody, keyof Subject>): string =>
  subjectFields.map((field) => event[field]).join(' ')

/** The at most 2^8 selectors that match a subject: each field but the provider by its value or by being empty. */
export function selectorsMatching(subject: Subject): readonly string[] {
  const [, ...wildcards] = subjectFields
  let selectors = [subject.provider]
  for (const field of wildcards) {
    const choices = subject[field] === '' ? [''] : ['', subject[field]]
    selectors = selectors.flatMap((left) => choices.map((right) => `${left} ${right}`))
  }
  return selectors
}
