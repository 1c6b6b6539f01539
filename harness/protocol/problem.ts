import { type Complaint, must, should } from './complaint.ts'
import { describe, reveal } from './describe.ts'
import { inspector } from './inspect.ts'
import { own } from './json.ts'
import { displayText, integer, label, object, optional, type Schema, text } from './schema.ts'

/** Every failure (§2.10). */
export interface Problem {
  readonly title: string
  readonly status: number
  readonly kind: string
  readonly detail?: string
  readonly action?: string
  readonly provider_code?: string
  readonly outcome?: 'rejected' | 'unknown'
  readonly retry_after?: number
}

export const problemSchema: Schema = object('a problem object', {
  title: label({ format: 'display-text' }),
  status: { type: 'integer', title: 'the HTTP status, an integer', topic: 'status', reveal: true },
  kind: label(),
  detail: optional(displayText()),
  action: optional(displayText()),
  provider_code: optional(text()),
  outcome: optional({
    enum: ['rejected', 'unknown'],
    title: '"rejected" or "unknown" when present',
    topic: 'outcome',
    vital: true,
  }),
  retry_after: optional(integer(0, undefined)),
})

export interface ProblemExpectation {
  readonly httpStatus: number
  /** Judged when given: the Content-Type of the answer, `''` when it had none. */
  readonly contentType?: string
  /** R1: what the problem has to say about writes, which depends on what was asked. */
  readonly outcome: 'optional' | 'rejected-or-absent' | 'rejected' | 'rejected-or-unknown'
}

const inspect = inspector<Problem>(problemSchema)

/** Everything that is wrong with a problem (R1, R6a). */
export const checkProblem = (value: unknown, expected: ProblemExpectation): readonly Complaint[] => {
  const { complaints, readable } = inspect(value)
  const rules = readable
    ? [
        ...statusRules(readable, expected),
        ...outcomeRules(value, readable, expected),
        ...goodPractice(readable, expected),
      ]
    : []
  return [...complaints, ...rules]
}

/** The problem, when all its members have the types of the interface. */
export const readProblem = (value: unknown): Problem | undefined => inspect(value).readable

function statusRules({ status }: Problem, { httpStatus }: ProblemExpectation): readonly Complaint[] {
  if (httpStatus < 400) return [must('status', '/status', 'a problem under status 400 or higher', String(httpStatus))]
  return status === httpStatus ? [] : [must('status', '/status', `the HTTP status ${httpStatus}`, reveal(status))]
}

const accepted = {
  optional: { outcomes: [undefined, 'rejected', 'unknown'], words: '"rejected", "unknown" or nothing' },
  'rejected-or-absent': { outcomes: [undefined, 'rejected'], words: '"rejected" or nothing' },
  rejected: { outcomes: ['rejected'], words: '"rejected"' },
  'rejected-or-unknown': { outcomes: ['rejected', 'unknown'], words: '"rejected" or "unknown"' },
} as const satisfies Record<
  ProblemExpectation['outcome'],
  { readonly outcomes: readonly Problem['outcome'][]; readonly words: string }
>

function outcomeRules(value: unknown, { outcome }: Problem, expected: ProblemExpectation): readonly Complaint[] {
  const { outcomes, words }: { readonly outcomes: readonly Problem['outcome'][]; readonly words: string } =
    accepted[expected.outcome]
  // One that is neither word was complained about already.
  if (outcome === undefined && own(value, 'outcome') !== undefined) return []
  if (outcomes.includes(outcome)) return []
  return [must('outcome', '/outcome', words, outcome === undefined ? 'nothing' : `"${outcome}"`)]
}

function goodPractice(problem: Problem, { contentType }: ProblemExpectation): readonly Complaint[] {
  const unexplained = (['detail', 'action'] as const)
    .filter((member) => (problem[member] ?? '') === '')
    .map((member) =>
      should(
        'good-practice',
        `/${member}`,
        'text for a reader who does not know the connector',
        describe(problem[member]),
      ),
    )
  const unsafeRetry =
    problem.outcome === 'unknown' && problem.retry_after !== undefined
      ? [should('good-practice', '/retry_after', 'no delay for a retry while the outcome is unknown', 'a delay')]
      : []
  return [...unexplained, ...unsafeRetry, ...mediaType(contentType)]
}

const mediaType = (contentType: string | undefined): readonly Complaint[] =>
  contentType === undefined || /^\s*application\/problem\+json\s*(;|$)/i.test(contentType)
    ? []
    : [should('good-practice', '', 'media type application/problem+json', 'another media type')]
