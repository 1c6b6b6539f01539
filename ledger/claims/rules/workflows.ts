import type { Complaints } from '../problem.ts'

export interface NamedText {
  readonly name: string
  readonly text: string
}

/** G22: a workflow runs the gate on a line that is no comment. */
export const aboutWorkflows = (workflows: readonly NamedText[]): Complaints =>
  workflows
    .filter(({ text }) => !text.split('\n').some((line) => /^\s*[^#]*\bclaims check\b/.test(line)))
    .map(({ name }) => `${name}: expected it to run touchstone claims check`)
