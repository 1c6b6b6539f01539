import type { OutputProfile } from '../protocol/index.ts'

/** One output profile and what valid input for it looks like (R13). */
export interface ProfileInput {
  readonly profile: OutputProfile
  /** Every required setting, and whatever the configuration gives as an example. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Configured example text that valid content starts with. */
  readonly content: string | undefined
}
