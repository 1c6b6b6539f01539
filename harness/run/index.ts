export { isInRealTime } from '../checks/bounds.ts'
export { type EndedRun, whyNotCertifiable } from './certifiable.ts'
export { citedRequirements, type Coverage, coverageOf, levelOf } from './coverage.ts'
export type { LearnedFacts, RunEvent, RunFooter, RunHeader } from './event.ts'
export { exitCode } from './exit-code.ts'
export type { SimulatedDestination, Simulators } from './open-destination.ts'
export { openTarget, type OpenTarget } from './open-target.ts'
export { didYouMean } from './meant.ts'
export { exactItems, observeFreshTarget, type ObservedLifecycle, readOffer } from './lifecycle-at-target.ts'
export { makePlan, type Plan, PlanError } from './plan.ts'
export { chooseProfiles } from './prepare.ts'
export {
  type InFence,
  type LifecycleMeans,
  lifecyclePatience,
  observeLifecycle,
  type ObservedSubject,
} from './observe-lifecycle.ts'
export { type CaseResult, type Counts, countVerdicts } from './result.ts'
export { run } from './run.ts'
export { tookWholeRun } from './seen-beside.ts'
