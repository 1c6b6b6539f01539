/** What the suites know about checks, requirements and mistakes. Handed in, because a reporter knows no suite. */
export interface Commentary {
  /** In the order of the report. */
  readonly checks: readonly { readonly id: string; readonly title: string }[]
  readonly requirement: (id: string) => { readonly section: string; readonly statement: string } | undefined
  /** One line for the reader of a failure. */
  readonly usualCause: (caseId: string) => string | undefined
}

export interface ReportOptions {
  readonly commentary: Commentary
  /** The arguments of `touchstone run` that name this connector again, such as `--config`, `touchstone.yaml`. */
  readonly target: readonly string[]
  /** The folder the reports are written to, as the user named it: the replay command then names the case file there. */
  readonly folder?: string
}
