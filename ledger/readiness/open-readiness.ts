import type { FingerprintKey, TrustedKey } from '../record/index.ts'
import type { LedgerStore } from '../store/store.ts'
import { verifyLedgers } from '../store/verify/verify-ledgers.ts'
import type { Decision } from './decision.ts'
import { type EvidenceSource, EvidenceUnavailable } from './evidence-source.ts'
import type { Asked, Surroundings } from './gather.ts'
import { openEvidence } from './open-evidence.ts'
import { decided, project, type Scope } from './project.ts'
import type { Projection } from './projection.ts'
import type { Sources } from './sources.ts'

/** The readiness service of §1: every face asks this one. */
export interface Readiness {
  readonly sources: Sources
  project(scope?: Scope): Promise<Projection>
  decide(asked: Asked): Promise<Decision>
  /** What the decisions of this moment rest on. */
  surroundings(): Surroundings
  /** Why the ledgers are not believed, in a sentence for the operator; undefined while they are. */
  readonly trouble: string | undefined
}

export interface ReadinessOptions {
  readonly sources: Sources
  /** Undefined: it could not be opened, and `trouble` says why. */
  readonly store: LedgerStore | undefined
  readonly trouble?: string
  readonly trusted: readonly TrustedKey[]
  readonly key: FingerprintKey | undefined
  /** Why there is no key. */
  readonly keyTrouble?: string
  /** SHA-256 of the list of requirements that the cases decide. */
  readonly requirements_digest: string
  /** Envelope of a checkpoint that was kept outside the database. */
  readonly held?: string
  /** Milliseconds since 1970; the clock of this process unless given. */
  readonly clock?: () => number
  readonly onProgress?: (done: number, total: number) => void
}

/** Verifies the ledgers once as a whole, and from then on what is added. Never rejects for what is wrong with them. */
export async function openReadiness(options: ReadinessOptions): Promise<Readiness> {
  const { sources, clock = Date.now, key, requirements_digest } = options
  const { evidence, trouble } = await evidenceOf(options, clock)
  const surroundings = (): Surroundings => ({
    sources,
    evidence,
    key,
    requirements_digest,
    now: new Date(clock()).toISOString(),
  })
  return {
    sources,
    trouble: trouble ?? (key === undefined ? (options.keyTrouble ?? 'there is no fingerprint key') : undefined),
    surroundings,
    project: (scope) => project(surroundings(), scope),
    decide: (asked) => decided(asked, surroundings()),
  }
}

interface Opened {
  readonly evidence: EvidenceSource
  readonly trouble?: string
}

async function evidenceOf(options: ReadinessOptions, clock: () => number): Promise<Opened> {
  const { store, trusted, held, onProgress } = options
  if (store === undefined) return unavailable(options.trouble ?? 'there is no ledger')
  try {
    const { ok, heads, problems, problemCount } = await verifyLedgers(store, {
      trusted,
      ...(held === undefined ? {} : { held }),
      ...(onProgress === undefined ? {} : { onProgress }),
    })
    if (!ok) {
      const more = problemCount > 1 ? ` (and ${problemCount - 1} more)` : ''
      return unavailable(`the ledger does not verify: ${problems[0]?.says ?? 'no reason given'}${more}`)
    }
    return {
      evidence: openEvidence({
        store,
        trusted,
        verified: heads.map(({ head, ...rest }) => ({ ...rest, hash: head })),
        clock,
      }),
    }
  } catch (error) {
    return unavailable(`the ledger cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function unavailable(trouble: string): Opened {
  const refuse = (): Promise<never> => Promise.reject(new EvidenceUnavailable(trouble))
  return { evidence: { review: refuse, controls: refuse, evidence: refuse }, trouble }
}
