import type { Check } from '../harness/checks/define.ts'
import { authentication } from './authentication.ts'
import { concurrency } from './concurrency.ts'
import { health } from './health.ts'
import { invalidInput } from './invalid-input.ts'
import { lostAnswer } from './lost-answer.ts'
import { manifest } from './manifest.ts'
import { protocol } from './protocol.ts'
import { redaction } from './redaction.ts'
import { responseSize } from './response-size.ts'
import { restart } from './restart.ts'
import { staleRevision } from './stale-revision.ts'
import { unknownOutcome } from './unknown-outcome.ts'

export { explanationOf, explanations, usualCauseOf } from './explanations.ts'
export { digestOfRequirements } from './requirements/digest.ts'
export { getRequirement, type Requirement, type RequirementId, requirements } from './requirements/index.ts'

/** The eleven checks in the order of §11, and `protocol`. */
export const checks: readonly Check[] = [
  authentication,
  manifest,
  health,
  staleRevision,
  invalidInput,
  concurrency,
  restart,
  lostAnswer,
  unknownOutcome,
  redaction,
  responseSize,
  protocol,
]
