import { caseDefiner } from '../harness/checks/define.ts'
import type { RequirementId } from './requirements/index.ts'

/** A case that cites a requirement that is not in the list does not compile. */
export const defineCase: ReturnType<typeof caseDefiner<RequirementId>> = caseDefiner<RequirementId>()
