import type { Claim } from '../claim.ts'
import { type Complaints, expect } from '../problem.ts'
import { surfaceBegin, surfaceEnd, surfaceText } from '../surface-text.ts'
import type { NamedText } from './workflows.ts'

const availability: readonly RegExp[] = [
  /\b(?:officially|generally)\s+(?:certified|available|supported)\b/i,
  /\bcertified\s+(?:providers?|formats?|integrations?|destinations?)\b/i,
  /\b(?:provider|format|profile|integration)s?\s+(?:is|are)\s+(?:now\s+)?(?:certified|available|live)\b/i,
]

/** G7: between its marks a page has the text of the claims, and nowhere else a word about availability. */
export const aboutSurfaces = (surfaces: readonly NamedText[], claims: readonly Claim[]): Complaints =>
  surfaces.flatMap(({ name, text }) => {
    const [outside = '', ...blocks] = text.split(surfaceBegin)
    const parts = blocks.map((block) => block.split(surfaceEnd))
    const free = [outside, ...parts.map(([, ...rest]) => rest.join(' '))].join('\n')
    return [
      ...expect(
        parts.every((part) => part.length === 2 && part[0]?.trim() === surfaceText(claims)),
        `${name}: expected between the marks exactly what the claims file says; touchstone claims show prints it`,
      ),
      ...expect(
        !availability.some((words) => words.test(free)),
        `${name}: expected no words about availability outside the marks`,
      ),
    ]
  })
