import type { LearnedFacts } from '../harness/run/event.ts'
import type { CaseResult } from '../harness/run/result.ts'
import { plainJson } from './plain-json.ts'
import { resultsSchemaId } from './results-schema.ts'
import type { RunDocument } from './run-document.ts'

/** `results.json`. The footer comes last and counts the cases, so that half a file cannot pass for a whole one. */
export const renderJson = (run: RunDocument): string => `${plainJson(toFile(run), 2)}\n`

function toFile({ header, learned, notes, results, footer }: RunDocument): object {
  return {
    header: {
      schema: resultsSchemaId,
      harness: header.harness,
      node: header.node,
      seed: header.seed,
      plan: { digest: header.plan.digest, cases: header.plan.cases, full: header.plan.full },
      connector: header.connector,
      controls: header.controls,
      witness: learned?.witness ?? null,
      learned: learned ? learnedToFile(learned) : null,
      notes,
    },
    cases: results.map(caseToFile),
    footer: {
      counts: {
        pass: footer.counts.pass,
        fail: footer.counts.fail,
        warning: footer.counts.warning,
        inconclusive: footer.counts.inconclusive,
        inapplicable: footer.counts.inapplicable,
        error: footer.counts.error,
      },
      exit_code: footer.exitCode,
      complete: footer.complete,
      millis: Math.round(footer.millis),
      plan_digest: footer.planDigest,
      cases: results.length,
    },
  }
}

// `JSON.stringify` leaves out what is undefined.
const learnedToFile = (learned: LearnedFacts): object => ({
  provider: learned.provider,
  implementation: learned.implementation,
  revision: learned.revision,
  profiles: learned.profiles,
  write: learned.write,
  write_is: learned.writeIs,
  reuses_connections: learned.reusesConnections,
})

const caseToFile = ({ id, profile, level, outcome, requirements, millis }: CaseResult): object => ({
  id,
  profile,
  level,
  verdict: outcome.verdict,
  requirements,
  ...groundsOf(outcome),
  millis: Math.round(millis),
})

function groundsOf(outcome: CaseResult['outcome']): object {
  switch (outcome.verdict) {
    case 'pass':
      return {}
    case 'fail':
      return { expected: outcome.expected, actual: outcome.actual, input: outcome.input }
    case 'inconclusive':
      return { reason: outcome.reason, enable: outcome.enable }
    case 'inapplicable':
      return { clause: outcome.clause }
    case 'error':
      return { reason: outcome.reason }
  }
}
