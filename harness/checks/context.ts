import type { ProcessControl } from '../target/process-control.ts'
import type { Bounds } from './bounds.ts'
import type { ConnectorDriver } from './connector-driver.ts'
import type { DestinationControl } from './destination-control.ts'
import type { LogControl } from '../target/logs.ts'
import type { Observations } from './observations.ts'
import type { ProfileInput } from './profile-input.ts'
import type { Random } from './random.ts'
import type { Leak, SecretBook, SecretKind } from './secret-book.ts'
import type { Generated } from './verdict.ts'

/** The process as a case uses it: a restart may be shared with the cases that run at the same time. */
export type CaseProcess = Omit<ProcessControl, 'restart' | typeof Symbol.asyncDispose> & {
  /** `arrange` runs right before the kill, once everyone is ready: what is to be under way when it strikes. */
  restart(arrange?: () => Promise<void>): Promise<void>
}

/** What the target lets us operate or observe beyond HTTP. */
export interface Controls {
  readonly process: CaseProcess
  readonly destination: DestinationControl
  readonly logs: LogControl
}

export type Control = keyof Controls

/** A generated input that was recorded, with its description. */
export interface GivenInput {
  readonly generated: Generated
  readonly input: string
}

/** What every case can see, whatever it needs. */
export interface CaseContext {
  readonly connector: ConnectorDriver
  /** Valid input for the profile the case runs with. Throws `Inconclusive` when the manifest gave none. */
  readonly profile: ProfileInput
  /** Every profile that the run drives. */
  readonly profiles: readonly ProfileInput[]
  /** Choices of this case, the same for the same seed. Never used for identifiers, which are new in every run. */
  readonly random: Random
  /** The generated input to try instead of generating any: that of a failure which is done again. */
  readonly given?: GivenInput
  /** Aborted at the deadline of the run, on Ctrl-C, and at the bound of the case. */
  readonly signal: AbortSignal
  readonly bounds: Bounds
  /**
   * Looks again later, while other cases run: again and again until it gives true, at the longest `inspectForMs` from
   * now. What it throws turns the verdict of a case that has passed meanwhile.
   */
  watch(look: () => Promise<true | undefined>): void
  /** Everything the connector answered so far, for cases that judge the whole run. */
  readonly observations: Observations
  readonly secrets: SecretBook
  /** Searches the whole log of the connector, after ending it with SIGTERM where the process is ours (R24). */
  searchLogs(kinds: readonly SecretKind[]): Promise<readonly Leak[]>
  /** Whether the measurement of R15, up to 1 000 wrong tokens, was asked for. */
  readonly timing: boolean
  /** Ids a connector must not use, from the configuration. */
  readonly builtinProviders: readonly string[]
  /** Controls that happen to be there, for cases that can use one but do not need it. */
  readonly available: Partial<Controls>
}
