import type { Report } from './configuration-error.ts'

/** What every part of loading works with. */
export interface Loading {
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
  readonly report: Report
}
